/** Sound and notification when a table waits: only if they were asked for. */

let audio: AudioContext | null = null;

/** A short soft tone. */
export function playTone(): void {
  try {
    audio ??= new AudioContext();
    const [oscillator, volume] = [audio.createOscillator(), audio.createGain()];
    oscillator.frequency.value = 660;
    volume.gain.setValueAtTime(0.0001, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.12, audio.currentTime + 0.02);
    volume.gain.exponentialRampToValueAtTime(0.0001, audio.currentTime + 0.28);
    oscillator.connect(volume).connect(audio.destination);
    oscillator.start();
    oscillator.stop(audio.currentTime + 0.3);
  } catch {
    // no sound here: the title and the ring say the same
  }
}

/** Ask the browser whether notifications may be shown; whether they may. */
export async function askForNotices(): Promise<boolean> {
  return "Notification" in globalThis && (await Notification.requestPermission()) === "granted";
}

export function notify(title: string): void {
  if (!("Notification" in globalThis) || Notification.permission !== "granted" || document.visibilityState === "visible") return;
  new Notification(`${title} waits for you`, { tag: "pokerlab-turn", icon: "/icon.svg" });
}
