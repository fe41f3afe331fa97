import { useState } from 'preact/hooks';
import { get, request } from '../api/api.ts';
import { timeText } from '../fields/values.ts';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { announce } from '../ui/toasts.tsx';
import { useLoaded } from '../ui/use-loaded.ts';

interface HistoryRow {
  readonly histid: string;
  readonly name: string;
  readonly object_note: string;
  readonly hist_time: string;
  readonly meta_key: string;
}

/** The changes of a record, each of which can be undone (docs/guides/history.md). */
export function History({ path, onRevert }: { path: string; onRevert(): void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="tile" onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>
        <h2>{t('History')}</h2>
      </summary>
      {isOpen && <Rows path={path} onRevert={onRevert} />}
    </details>
  );
}

function Rows({ path, onRevert }: { path: string; onRevert(): void }) {
  const { value, reload } = useLoaded(
    (signal) => get<{ readonly activity: readonly HistoryRow[] }>(`${path}/activity`, {}, signal),
    [path],
  );
  const revert = async ({ histid: id }: HistoryRow) => {
    try {
      await request('POST', `${path}/revert/${id}`);
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
            {row.meta_key && (
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
