/** What is shown in front of a page until it is closed. */
import type { ComponentChildren, JSX } from "preact";
import { useEffect, useRef } from "preact/hooks";

export function Dialog({ title, onClose, children, ...more }: { title: string; onClose: () => void; children: ComponentChildren; class?: string }): JSX.Element {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} onClose={onClose} aria-label={title} {...more}>
      <div class="stack"><div class="row apart"><h2>{title}</h2><button type="button" onClick={() => dialog.current?.close()}>Close</button></div>{children}</div>
    </dialog>
  );
}
