import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { t } from '../text/t.ts';

interface DialogProps {
  readonly title: string;
  readonly children: ComponentChildren;
  onClose(): void;
}

/** A modal dialog. The browser keeps the focus in it, and Escape closes it. */
export function Dialog({ title, children, onClose }: DialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  useLayoutEffect(() => dialog.current?.showModal(), []);
  return (
    <dialog ref={dialog} aria-label={title} onClose={onClose}>
      <header>
        <h2>{title}</h2>
        <button type="button" class="quiet" aria-label={t('Close')} onClick={onClose}>
          ✕
        </button>
      </header>
      {children}
    </dialog>
  );
}
