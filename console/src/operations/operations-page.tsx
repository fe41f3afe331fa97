import { useEffect, useMemo } from 'preact/hooks';
import { client } from '../api/client.ts';
import { momentOf } from '../fields/values.ts';
import { locale, t } from '../text/t.ts';
import { lazy } from '../ui/lazy.tsx';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import type { PlotProps } from '../ui/plot.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { DeadLetters } from './dead-letters.tsx';
import { MailQueue } from './mail-queue.tsx';
import { OtherConsumers, type OtherConsumer } from './other-consumers.tsx';
import { SearchIndex } from './search-index.tsx';
import { sizeText } from './size-text.ts';

interface Instance {
  readonly service: string;
  readonly version: string;
  readonly host: string;
  readonly pid: number;
  readonly started_at: string;
  readonly parts: Readonly<Record<string, string>>;
  readonly database?: {
    readonly bytes: number;
    readonly waiting: number;
    readonly disk?: { readonly used: number; readonly total: number };
  };
  readonly engine?: { readonly bytes?: number };
  readonly traffic?: readonly Minute[];
}

interface Minute {
  readonly at: number;
  readonly requests: number;
  readonly failures: number;
  readonly median_ms: number;
  readonly slow_ms: number;
}

interface Finding {
  readonly code: string;
  readonly severity: string;
  readonly part: string;
  readonly message: string;
  readonly remedy: string;
}

interface Consumer {
  readonly name: string;
  readonly service: string;
  readonly waiting: number;
  readonly unacknowledged: number;
  readonly dead_letters: number;
}

interface Backup {
  readonly last_at?: string;
  readonly drilled_at?: string;
  readonly failed_drill?: { readonly at: string; readonly failure: string };
}

interface Answer {
  readonly instances: readonly Instance[];
  readonly consumers: readonly Consumer[];
  readonly other_consumers: readonly OtherConsumer[];
  readonly backup?: Backup;
  readonly findings: readonly Finding[];
}

const Plot = lazy<PlotProps>(async () => (await import('../ui/plot.tsx')).Plot);
const pauseMs = 10_000;

/** How the installation runs (docs/guides/operations.md). */
export function OperationsPage() {
  const { value, error, reload } = useLoaded(
    (signal) => client.request<Answer>({ method: 'GET', path: 'svc/v1/operations', options: { signal } }),
    [],
  );
  useEffect(() => {
    const timer = setTimeout(() => {
      if (!document.hidden) reload();
    }, pauseMs);
    return () => clearTimeout(timer);
  });
  return (
    <div class="operations">
      <h1>{t('Operations')}</h1>
      {error !== undefined && <Notice kind="problem">{messageOf(error)}</Notice>}
      {value && <Findings findings={value.findings} />}
      {value && <Parts instances={value.instances} />}
      {value && <Traffic instances={value.instances} />}
      <div class="tiles wide">
        <SearchIndex />
        <MailQueue />
        {value?.backup && <Backups backup={value.backup} />}
      </div>
      {value && <Consumers consumers={value.consumers} />}
      {value && value.other_consumers.length > 0 && <OtherConsumers consumers={value.other_consumers} />}
      {value &&
        servicesWithDeadLetters(value).map((service) => (
          <DeadLetters key={service} service={service} onChange={reload} />
        ))}
    </div>
  );
}

function Findings({ findings }: { findings: readonly Finding[] }) {
  if (findings.length === 0) return <Notice kind="done">{t('No problems found.')}</Notice>;
  return (
    <ul class="plain">
      {findings.map(({ code, severity, part, message, remedy }) => (
        <li key={part + code + message}>
          <Notice kind={severity === 'warning' ? 'hint' : 'problem'}>
            <strong>{part}</strong>: {message} <small>({code})</small>
            <br />
            {remedy}
          </Notice>
        </li>
      ))}
    </ul>
  );
}

function Parts({ instances }: { instances: readonly Instance[] }) {
  return (
    <div class="table" role="region" tabIndex={0} aria-label={t('Parts')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Part')}</th>
            <th scope="col">{t('State')}</th>
            <th scope="col">{t('Version')}</th>
            <th scope="col">{t('Running since')}</th>
            <th scope="col">{t('Waiting')}</th>
            <th scope="col">{t('Stored')}</th>
            <th scope="col">{t('Disk')}</th>
          </tr>
        </thead>
        <tbody>
          {instances.map(({ service, version, host, pid, started_at: since, parts, database, engine }) => (
            <tr key={`${host} ${pid}`}>
              <th scope="row">
                {service}{' '}
                <small>
                  {host} {pid}
                </small>
              </th>
              <td data-label={t('State')}>{stateOf(parts)}</td>
              <td data-label={t('Version')}>{version}</td>
              <td data-label={t('Running since')}>{momentOf(since)}</td>
              <td data-label={t('Waiting')}>{database?.waiting}</td>
              <td data-label={t('Stored')}>{sizeText(engine?.bytes ?? database?.bytes)}</td>
              <td data-label={t('Disk')}>
                {database?.disk && share(database.disk.used / database.disk.total)}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The durable consumers of messages, with what waits for each. */
function Consumers({ consumers }: { consumers: readonly Consumer[] }) {
  return (
    <section class="tile">
      <h2>{t('Consumers')}</h2>
      <div class="table" role="region" tabIndex={0} aria-label={t('Consumers')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Name')}</th>
              <th scope="col">{t('Part')}</th>
              <th scope="col">{t('Waiting')}</th>
              <th scope="col">{t('Being handled')}</th>
              <th scope="col">{t('Dead letters')}</th>
            </tr>
          </thead>
          <tbody>
            {consumers.map(({ name, service, waiting, unacknowledged, dead_letters: dead }) => (
              <tr key={name}>
                <th scope="row">{name}</th>
                <td data-label={t('Part')}>{service}</td>
                <td data-label={t('Waiting')}>{waiting}</td>
                <td data-label={t('Being handled')}>{unacknowledged}</td>
                <td data-label={t('Dead letters')}>{dead}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

/** The newest backup and the last restore drills that were noted (docs/operations/backup.md). */
function Backups({
  backup: { last_at: last, drilled_at: drilled, failed_drill: failed },
}: {
  backup: Backup;
}) {
  const isFailing = failed && (drilled === undefined || Date.parse(failed.at) > Date.parse(drilled));
  return (
    <section class="tile" aria-label={t('Backups')}>
      <h2>{t('Backups')}</h2>
      <dl>
        <div>
          <dt>{t('Last backup')}</dt>
          <dd>{last ? momentOf(last) : t('Never')}</dd>
        </div>
        <div>
          <dt>{t('Last restore drill')}</dt>
          <dd>{drilled ? momentOf(drilled) : t('Never')}</dd>
        </div>
      </dl>
      {isFailing && (
        <Notice kind="problem">
          {t('The restore drill failed: {reason}', { reason: `${failed.failure} (${momentOf(failed.at)})` })}
        </Notice>
      )}
    </section>
  );
}

/** Dead letters of an extension that no process runs belong to records, which has run it. */
function servicesWithDeadLetters({ consumers, other_consumers: others }: Answer): string[] {
  const all = [...consumers, ...others.map((each) => ({ ...each, service: 'records' }))];
  return [...new Set(all.filter(({ dead_letters: dead }) => dead > 0).map(({ service }) => service))];
}

function stateOf(parts: Instance['parts']): string {
  const broken = Object.entries(parts).filter(([, state]) => state !== 'ok');
  return broken.length === 0 ? t('Ready') : broken.map(([part, state]) => `${part}: ${state}`).join(', ');
}

function share(part: number): string {
  return part.toLocaleString(locale(), { style: 'percent' });
}

/** The requests of all gateways, minute by minute. */
function Traffic({ instances }: { instances: readonly Instance[] }) {
  const { names, requests, durations } = useMemo(() => plotted(instances), [instances]);
  return (
    <div class="tiles wide">
      <section class="tile" aria-label={t('Requests a minute')}>
        <h2>{t('Requests a minute')}</h2>
        <Plot label={t('Requests a minute')} kind="lines" names={names} series={requests} />
      </section>
      <section class="tile" aria-label={t('Durations in milliseconds')}>
        <h2>{t('Durations in milliseconds')}</h2>
        <Plot label={t('Durations in milliseconds')} kind="lines" names={names} series={durations} />
      </section>
    </div>
  );
}

function plotted(instances: readonly Instance[]) {
  const all = instances.flatMap(({ traffic = [] }) => traffic);
  const first = Math.min(...all.map(({ at }) => at));
  const last = Math.max(...all.map(({ at }) => at));
  const minutes =
    all.length === 0
      ? []
      : Array.from({ length: (last - first) / 60 + 1 }, (_each, index) => first + index * 60);
  const at = (minute: number) => all.filter((each) => each.at === minute);
  const sum = (key: 'requests' | 'failures') =>
    minutes.map((minute) => at(minute).reduce((total, each) => total + each[key], 0));
  // Of several gateways, the slowest.
  const slowest = (key: 'median_ms' | 'slow_ms') =>
    minutes.map((minute) => Math.max(0, ...at(minute).map((each) => each[key])));
  const time = (seconds: number) =>
    new Date(seconds * 1000).toLocaleTimeString(locale(), { timeStyle: 'short' });
  return {
    names: minutes.map(time),
    requests: [
      { name: t('Requests'), values: sum('requests') },
      { name: t('Failures'), values: sum('failures') },
    ],
    durations: [
      { name: t('Half of the requests'), values: slowest('median_ms') },
      { name: t('95 of 100'), values: slowest('slow_ms') },
    ],
  };
}
