import { client } from '../api/client.ts';
import { momentOf } from '../fields/values.ts';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { useLoaded } from '../ui/use-loaded.ts';

/** Where the user is signed in (docs/guides/sessions.md). */
export function Sessions() {
  const { value, error, reload } = useLoaded((signal) => client.auth.sessions({ signal }), []);
  const { problem, run } = useAction();
  const end = async (work: () => Promise<unknown>) => {
    if (await run(work)) reload();
  };
  return (
    <section class="tile" aria-label={t('Sessions')}>
      <h2>{t('Sessions')}</h2>
      {(problem ?? error) !== undefined && <Notice kind="problem">{problem ?? messageOf(error)}</Notice>}
      <ul class="plain comments">
        {value?.map(({ id, device, address, last_used_at: lastUsed, current }) => (
          <li key={id}>
            {device}
            <p>
              <small>{address}</small> <time>{momentOf(lastUsed)}</time>{' '}
              {current ? (
                <strong>{t('This session')}</strong>
              ) : (
                <button
                  type="button"
                  class="quiet"
                  onClick={() => void end(() => client.auth.endSession(id))}
                >
                  {t('End')}
                </button>
              )}
            </p>
          </li>
        ))}
      </ul>
      {(value?.length ?? 0) > 1 && (
        <button type="button" onClick={() => void end(() => client.auth.endOtherSessions())}>
          {t('End all other sessions')}
        </button>
      )}
    </section>
  );
}
