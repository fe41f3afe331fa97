import { useEffect } from 'preact/hooks';
import { client } from '../api/client.ts';
import { momentOf } from '../fields/values.ts';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { useLoaded } from '../ui/use-loaded.ts';

interface Progress {
  readonly done: number;
  readonly of: number;
}

interface IndexStatus {
  readonly lag: { readonly events: number; readonly jobs: number; readonly set_aside: number };
  readonly rebuild?: {
    readonly begun_at: string;
    readonly ended_at?: string;
    readonly failure?: string;
    readonly records: Progress;
    readonly comments: Progress;
  };
}

const path = 'svc/v1/operations/search-index';
const pauseMs = 1_500;

/** The search index, and a rebuild of it with its progress (docs/guides/operations.md). */
export function SearchIndex() {
  const { value, error, reload } = useLoaded(
    (signal) => client.request<IndexStatus>({ method: 'GET', path, options: { signal } }),
    [],
  );
  const { problem, isBusy, run } = useAction();
  const rebuild = value?.rebuild;
  const isRunning = rebuild !== undefined && rebuild.ended_at === undefined;
  useEffect(() => {
    if (!isRunning) return;
    const timer = setTimeout(reload, pauseMs);
    return () => clearTimeout(timer);
  });
  const begin = () =>
    void run(async () => {
      await client.request({ method: 'POST', path: `${path}/rebuild`, isWrite: true });
      reload();
    });
  return (
    <section class="tile" aria-label={t('Search index')}>
      <header>
        <h2>{t('Search index')}</h2>
        <button type="button" disabled={isBusy || isRunning || !value} onClick={begin}>
          {t('Rebuild')}
        </button>
      </header>
      {(problem ?? error) !== undefined && <Notice kind="problem">{problem ?? messageOf(error)}</Notice>}
      {value && (
        <dl>
          <div>
            <dt>{t('Waiting')}</dt>
            <dd>{value.lag.events + value.lag.jobs}</dd>
          </div>
          <div>
            <dt>{t('Failures')}</dt>
            <dd>{value.lag.set_aside}</dd>
          </div>
        </dl>
      )}
      {rebuild && isRunning && (
        <label class="field">
          <span class="hint">{t('Rebuilding since {time}', { time: momentOf(rebuild.begun_at) })}</span>
          <progress
            value={rebuild.records.done + rebuild.comments.done}
            max={Math.max(1, rebuild.records.of + rebuild.comments.of)}
          />
        </label>
      )}
      {rebuild?.ended_at && (
        <p class="muted">
          {t('Last rebuild')}: {momentOf(rebuild.ended_at)} {rebuild.failure}
        </p>
      )}
    </section>
  );
}
