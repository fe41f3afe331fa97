import { useState } from 'preact/hooks';
import { t } from '../text/t.ts';
import { Dialog } from '../ui/dialog.tsx';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';

interface DeleteDialogProps {
  readonly name: string;
  /** @throws ServiceError */
  remove(): Promise<void>;
  onClose(): void;
  onDeleted(): void;
}

/** Asks before a record is deleted, which cannot be undone. */
export function DeleteDialog({ name, remove, onClose, onDeleted }: DeleteDialogProps) {
  const [problem, setProblem] = useState<string>();
  const confirm = async () => {
    try {
      await remove();
      onDeleted();
    } catch (error) {
      setProblem(messageOf(error));
    }
  };
  return (
    <Dialog title={t('Delete {name}?', { name })} onClose={onClose}>
      <p>
        {t('The record, its comments, history and files are deleted for everybody. This cannot be undone.')}
      </p>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <footer>
        <button type="button" onClick={onClose}>
          {t('Cancel')}
        </button>
        <button type="button" class="danger" onClick={() => void confirm()}>
          {t('Delete')}
        </button>
      </footer>
    </Dialog>
  );
}
