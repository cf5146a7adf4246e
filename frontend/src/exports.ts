/** What leaves a page: tables as CSV, charts as pictures. */
import { classNames } from "./classes";
import type { Cell } from "./parts/matrix";

export function csvText(header: string[], rows: (string | number | null)[][]): string {
  const cell = (value: string | number | null) => (value === null ? "" : /[",\n]/.test(String(value)) ? `"${String(value).replaceAll('"', '""')}"` : String(value));
  return [header, ...rows].map((row) => row.map(cell).join(",")).join("\n") + "\n";
}

/** Put a file among the downloads. */
export function save(name: string, content: Blob | string, type = "text/csv"): void {
  const link = document.createElement("a");
  link.href = URL.createObjectURL(typeof content === "string" ? new Blob([content], { type }) : content);
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
}

export interface Picture {
  title: string;
  cells: readonly Cell[];
}

const CELL = 84, GAP = 3, MARGIN = 36, HEAD = 96, NOTE = 44;

/** Charts side by side as a PNG, in the colours of the page. */
export async function savePicture(name: string, charts: Picture[], note: string): Promise<void> {
  const side = 13 * CELL;
  const canvas = document.createElement("canvas");
  canvas.width = charts.length * (side + MARGIN) + MARGIN;
  canvas.height = HEAD + side + NOTE;
  const draw = canvas.getContext("2d")!;
  const [background, text, muted, ink, raised] = ["background", "text", "muted", "cell-ink", "raised"].map((token) => colour(`var(--${token})`));
  const font = getComputedStyle(document.body).fontFamily;
  draw.fillStyle = background!;
  draw.fillRect(0, 0, canvas.width, canvas.height);
  charts.forEach((chart, number) => {
    const left = MARGIN + number * (side + MARGIN);
    draw.fillStyle = text!;
    draw.font = `600 40px ${font}`;
    draw.fillText(chart.title, left, 62, side);
    chart.cells.forEach((cell, index) => {
      const [x, y] = [left + CELL * (index % 13), HEAD + CELL * Math.floor(index / 13)];
      const size = CELL - GAP;
      draw.fillStyle = raised!;
      draw.fillRect(x, y, size, size);
      let at = 0;
      for (const [of, part] of cell.parts) {
        draw.fillStyle = colour(of);
        draw.fillRect(x + at * size, y + size * (1 - cell.height), part * size, cell.height * size);
        at += part;
      }
      const write = (words: string, px: number, dx: number, dy: number, align: CanvasTextAlign) => {
        draw.font = `600 ${px}px ${font}`;
        draw.textAlign = align;
        draw.fillStyle = cell.isMuted ? muted! : ink!;
        draw.fillText(words, x + dx, y + dy, size - 8);
        draw.textAlign = "left";
      };
      write(classNames[index]!, 27, 6, 30, "left");
      if (cell.tag) write(cell.tag, 21, size - 6, size - 9, "right");
    });
  });
  draw.fillStyle = muted!;
  draw.font = `24px ${font}`;
  draw.fillText(note, MARGIN, canvas.height - 14, canvas.width - 2 * MARGIN);
  const blob = await new Promise<Blob | null>((done) => canvas.toBlob(done));
  if (blob) save(name, blob);
}

/** A colour of the page as a canvas takes it. */
function colour(of: string): string {
  const probe = document.createElement("i");
  probe.style.color = of;
  document.body.append(probe);
  const found = getComputedStyle(probe).color;
  probe.remove();
  return found;
}
