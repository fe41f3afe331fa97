import { useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { momentOf } from '../fields/values.ts';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { useLoaded } from '../ui/use-loaded.ts';

interface Mail {
  readonly id: string;
  readonly state: string;
  readonly to: string;
  readonly subject: string;
  readonly created_at: string;
  readonly reason: string;
}

const path = 'svc/v1/operations/mails';
const failedStates = ['failed', 'uncertain'];

/** The newest mails, and another attempt for those that failed (docs/guides/operations.md). */
export function MailQueue() {
  const [isFailedOnly, setFailedOnly] = useState(false);
  const { value, error, reload } = useLoaded(
    (signal) =>
      client.request<{ readonly mails: readonly Mail[] }>({
        method: 'GET',
        path,
        query: isFailedOnly ? { state: 'failed' } : {},
        options: { signal },
      }),
    [isFailedOnly],
  );
  const { problem, run } = useAction();
  const retry = (id: string) =>
    void run(async () => {
      await client.request({ method: 'POST', path: `${path}/${id}/retry`, isWrite: true });
      reload();
    });
  return (
    <section class="tile" aria-label={t('Mails')}>
      <h2>{t('Mails')}</h2>
      <label class="switch">
        <input
          type="checkbox"
          checked={isFailedOnly}
          onChange={(event) => setFailedOnly(event.currentTarget.checked)}
        />
        {t('Failures')}
      </label>
      {(problem ?? error) !== undefined && <Notice kind="problem">{problem ?? messageOf(error)}</Notice>}
      <ul class="plain comments">
        {value?.mails.map(({ id, state, to, subject, created_at: created, reason }) => (
          <li key={id}>
            <span class="badge">{state}</span> {to} <strong>{subject}</strong>
            <p>
              <time>{momentOf(created)}</time> {reason}{' '}
              {failedStates.includes(state) && (
                <button type="button" class="quiet" onClick={() => retry(id)}>
                  {t('Try again')}
                </button>
              )}
            </p>
          </li>
        ))}
        {value?.mails.length === 0 && <li class="muted">{t('Nothing found')}</li>}
      </ul>
    </section>
  );
}
