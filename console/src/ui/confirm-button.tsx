import { useState } from 'preact/hooks';
import { t } from '../text/t.ts';
import { Dialog } from './dialog.tsx';

interface ConfirmButtonProps {
  readonly label: string;
  readonly title: string;
  /** What the action destroys. */
  readonly children: string;
  onConfirm(): void;
}

/** A button for something that cannot be undone: it asks first. */
export function ConfirmButton({ label, title, children, onConfirm }: ConfirmButtonProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <button type="button" class="quiet danger" onClick={() => setOpen(true)}>
        {label}
      </button>
      {isOpen && (
        <Dialog title={title} onClose={() => setOpen(false)}>
          <p>{children}</p>
          <footer>
            <button type="button" onClick={() => setOpen(false)}>
              {t('Cancel')}
            </button>
            <button
              type="button"
              class="danger"
              onClick={() => {
                setOpen(false);
                onConfirm();
              }}
            >
              {label}
            </button>
          </footer>
        </Dialog>
      )}
    </>
  );
}
