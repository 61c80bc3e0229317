// A sheet that rises from the bottom of a phone, in reach of the thumb; a card on a wide screen.

import { useId, useLayoutEffect, useRef } from "preact/hooks";
import type { ComponentChildren, JSX } from "preact";
import { useSpeech } from "../i18n/index.ts";

export interface DialogProps {
  title: string;
  /** Beside the title. */
  aside?: ComponentChildren;
  kind?: string;
  onClose: () => void;
  children: ComponentChildren;
}

export function Dialog({ title, aside, kind = "", onClose, children }: DialogProps): JSX.Element {
  const { t } = useSpeech();
  const id = useId();
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => {
    const opened = dialog.current;
    opened?.showModal();
    return () => opened?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      class={`picker ${kind}`}
      aria-labelledby={id}
      onCancel={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      <div class="picker-inner">
        <header>
          <h2 id={id}>{title}</h2>
          {aside}
          <button type="button" class="icon" aria-label={t("close")} onClick={onClose}>✕</button>
        </header>
        {children}
      </div>
    </dialog>
  );
}
