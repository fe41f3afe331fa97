import { useState } from 'preact/hooks';
import { addressOf } from '../address/address.ts';
import { client } from '../api/client.ts';
import { momentOf } from '../fields/values.ts';
import { t } from '../text/t.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { announce } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useLoaded } from '../ui/use-loaded.ts';

interface DeadLetter {
  readonly id: number;
  readonly consumer: string;
  readonly type: string;
  readonly post_type: string | null;
  readonly record_id: number | null;
  readonly reason: string;
  readonly attempts: number | null;
  readonly failed_at: string;
  readonly loss: string;
}

interface Page {
  readonly dead_letters: readonly DeadLetter[];
  readonly cursor: string | null;
}

interface Replayed {
  readonly results: readonly { readonly outcome: string; readonly reason?: string }[];
}

const path = 'svc/v1/operations/dead-letters';

/** The messages that consumers of a service could not handle: handled again, or dropped (docs/operations/dead-letters.md). */
export function DeadLetters({ service, onChange }: { service: string; onChange(): void }) {
  const [pages, setPages] = useState(1);
  const { value, error, reload } = useLoaded((signal) => lettersOf(service, pages, signal), [service, pages]);
  const [refusal, setRefusal] = useState<string>();
  const { problem, isBusy, run } = useAction();
  const text = problem ?? refusal ?? (error === undefined ? undefined : messageOf(error));
  const change = (verb: string, { consumer, id }: DeadLetter) =>
    run(async () => {
      const answer = await client.request<Partial<Replayed>>({
        method: 'POST',
        path: `${path}/${service}/${verb}`,
        json: { consumer, ids: [id] },
        isWrite: true,
      });
      reload();
      onChange();
      const [result] = answer.results ?? [];
      if (result?.outcome === 'handled') announce(t('The message was handled.'));
      setRefusal(refusalOf(result));
    });
  return (
    <section class="tile" aria-label={`${t('Dead letters')}: ${service}`}>
      <h2>
        {t('Dead letters')}: {service}
      </h2>
      {text !== undefined && <Notice kind="problem">{text}</Notice>}
      <ul class="plain comments">
        {value?.dead_letters.map((letter) => (
          <li key={letter.id}>
            <span class="badge">{letter.consumer}</span> <strong>{letter.type}</strong>{' '}
            {letter.post_type !== null && letter.record_id !== null && (
              <a href={addressOf([letter.post_type, letter.record_id])}>
                {letter.post_type}/{letter.record_id}
              </a>
            )}
            <p>
              <time>{momentOf(letter.failed_at)}</time>{' '}
              {letter.attempts !== null && t('Attempts: {count}', { count: letter.attempts })}{' '}
              <span dir="auto">{letter.reason}</span>
            </p>
            <p class="row">
              <button
                type="button"
                class="quiet"
                disabled={isBusy}
                onClick={() => void change('replay', letter)}
              >
                {t('Try again')}
              </button>
              <ConfirmButton
                label={t('Delete')}
                title={t('Delete {name}?', { name: letter.type })}
                onConfirm={() => void change('drop', letter)}
              >
                {letter.loss}
              </ConfirmButton>
            </p>
          </li>
        ))}
        {value?.dead_letters.length === 0 && <li class="muted">{t('Nothing found')}</li>}
      </ul>
      {typeof value?.cursor === 'string' && <ShowMore onShow={() => setPages(pages + 1)} />}
    </section>
  );
}

/** Why a message is still a dead letter after a replay. */
function refusalOf(result: Replayed['results'][number] | undefined): string | undefined {
  if (result?.outcome === 'failed') return t('It failed again: {reason}', { reason: result.reason ?? '' });
  return result?.outcome === 'not_running' ? t('No process runs this consumer.') : undefined;
}

async function lettersOf(service: string, pages: number, signal: AbortSignal): Promise<Page> {
  let all: readonly DeadLetter[] = [];
  let cursor: string | null = '';
  for (let page = 0; page < pages && cursor !== null; page += 1) {
    const answer: Page = await client.request<Page>({
      method: 'GET',
      path: `${path}/${service}`,
      query: { cursor },
      options: { signal },
    });
    all = [...all, ...answer.dead_letters];
    ({ cursor } = answer);
  }
  return { dead_letters: all, cursor };
}
