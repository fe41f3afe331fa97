import { useState } from 'preact/hooks';
import type { History as HistoryOfRecord, HistoryItem } from '@svc/client';
import { timeText } from '../fields/values.ts';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { announce } from '../ui/toasts.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

interface HistoryProps {
  readonly history: HistoryOfRecord<unknown>;
  readonly mayUpdate: boolean;
  onRevert(): void;
}

/** The changes of a record, each of which can be undone (docs/guides/history.md). */
export function History(props: HistoryProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="tile" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{t('History')}</h2>
      </summary>
      {isOpen && <Rows {...props} />}
    </details>
  );
}

function Rows({ history, mayUpdate, onRevert }: HistoryProps) {
  const { value, reload } = useLoaded((signal) => history.list({ signal }), []);
  const revert = async ({ histid: id }: HistoryItem) => {
    try {
      await history.revert(id);
      announce(t('The change was undone.'));
      reload();
      onRevert();
    } catch (error) {
      announce(messageOf(error));
    }
  };
  return (
    <ul class="plain comments">
      {value?.activity.map((row) => (
        <li key={row.histid}>
          <strong>{row.name}</strong> <time>{timeText(Number(row.hist_time))}</time>
          <p>
            {row.object_note}{' '}
            {mayUpdate && row.meta_key && (
              <button type="button" class="quiet" onClick={() => void revert(row)}>
                {t('Undo')}
              </button>
            )}
          </p>
        </li>
      ))}
    </ul>
  );
}
