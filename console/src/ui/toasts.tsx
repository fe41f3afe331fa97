import { signal } from '@preact/signals-core';
import { t } from '../text/t.ts';

interface Toast {
  readonly id: number;
  readonly text: string;
  readonly undo?: () => void;
}

const toasts = signal<readonly Toast[]>([]);
const shownMs = 8_000;
let lastId = 0;

/** Shows a short message about what was done, with a button that undoes it where that is possible. */
export function announce(text: string, undo?: () => void): void {
  lastId += 1;
  const id = lastId;
  toasts.value = [...toasts.value, { id, text, ...(undo && { undo }) }];
  setTimeout(() => remove(id), shownMs);
}

function remove(id: number): void {
  toasts.value = toasts.value.filter((toast) => toast.id !== id);
}

export function Toasts() {
  return (
    <div class="toasts" role="status" aria-live="polite">
      {toasts.value.map(({ id, text, undo }) => (
        <p key={id}>
          {text}
          {undo && (
            <button
              type="button"
              onClick={() => {
                remove(id);
                undo();
              }}
            >
              {t('Undo')}
            </button>
          )}
        </p>
      ))}
    </div>
  );
}
