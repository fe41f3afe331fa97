import type { JetStreamManager } from 'nats';
import { eventStream, type Certificate, type JobStatus, type ServiceStatus } from '@svc/contracts';
import { clockSkew } from '../time/clock-skew.ts';
import { countDeadLetters } from './count-dead-letters.ts';
import type { DegradedCheck } from './degradation.ts';
import type { ServiceMetrics } from './service-metrics.ts';

/** The sources of the states that any service can be in. */
interface CommonSources {
  readonly manager: JetStreamManager;
  readonly metrics: Pick<ServiceMetrics, 'consumerLags' | 'jobStatuses' | 'extensionFailures'>;
  /** The status of the service, as the admin tool gets it. */
  readonly status: () => Promise<ServiceStatus>;
  /** The versions of all running instances with the services that run them. */
  readonly versions: () => ReadonlyMap<string, ReadonlySet<string>>;
  /** The service, and when its present keys begin in Unix milliseconds: 0 for the first ones, whose age is unknown. */
  readonly keys: () => { readonly service: string; readonly notBefore: number };
}

const day = 24 * 60 * 60 * 1_000;
/** Days before the end of a certificate from which on it is reported. */
export const certificateDays = 21;
/** Days after which keys are reported. */
export const keyDays = 365;
/** The number of waiting messages from which on a consumer is behind. */
export const manyPending = 1_000;
/** Seconds after which an unpublished event or command is reported. */
export const outboxSeconds = 30;
/** Used shares of a disk or limit. */
export const fullShare = 0.95;
export const fillingShare = 0.8;
/** Milliseconds. A service refuses a request that is four seconds old by its own clock. */
const skewMs = 3_000;

/** The checks that every service has. The status is asked once for all of them. */
export function commonDegradedChecks(sources: CommonSources): DegradedCheck[] {
  const { manager, metrics, status, versions, keys } = sources;
  const shared = sharedFor(1_000, status);
  const account = sharedFor(1_000, () => manager.getAccountInfo());
  const disks = async () => {
    const [{ database }, { storage: used, limits }] = await Promise.all([shared(), account()]);
    return [
      ...(database?.disk ? [{ of: 'the disk of MongoDB', ...database.disk }] : []),
      ...(limits.max_storage > 0
        ? [{ of: 'the storage of JetStream', used, total: limits.max_storage }]
        : []),
    ];
  };
  return [
    { state: 'outbox_stuck', check: async () => describeOutbox(await shared()) },
    { state: 'consumer_behind', check: async () => describeLags(await metrics.consumerLags()) },
    { state: 'work_late', check: async () => describeLateWork(await metrics.jobStatuses()) },
    { state: 'dead_letters', check: async () => describeDeadLetters(manager, await metrics.consumerLags()) },
    {
      state: 'certificate_ended',
      check: async () => describeEnds((await shared()).certificates, -Infinity, 0),
    },
    {
      state: 'certificate_ends',
      check: async () => describeEnds((await shared()).certificates, 0, certificateDays),
    },
    { state: 'key_old', check: async () => describeKeys(keys(), await shared()) },
    { state: 'disk_full', check: async () => describeDisks(await disks(), fullShare, Infinity) },
    { state: 'disk_filling', check: async () => describeDisks(await disks(), fillingShare, fullShare) },
    { state: 'extension_failing', check: () => describeFailures(metrics) },
    { state: 'clock_wrong', check: () => describeSkew(manager) },
    { state: 'versions_differ', check: () => describeVersions(versions()) },
  ];
}

/** Shares the answer of a question among the checks that run at the same time. */
function sharedFor<Answer>(milliseconds: number, ask: () => Promise<Answer>): () => Promise<Answer> {
  let last: { readonly at: number; readonly answer: Promise<Answer> } | undefined;
  return () => {
    const now = performance.now();
    if (!last || now - last.at > milliseconds) last = { at: now, answer: ask() };
    return last.answer;
  };
}

const listed = (reasons: readonly string[]) => (reasons.length > 0 ? reasons.join('; ') : undefined);

function describeOutbox({ database }: ServiceStatus): string | undefined {
  const { waiting = 0, oldest = 0 } = database?.outbox ?? {};
  return oldest > outboxSeconds
    ? `${waiting} events and commands wait to be published, the oldest for ${Math.round(oldest)} s`
    : undefined;
}

type Lags = Awaited<ReturnType<ServiceMetrics['consumerLags']>>;

function describeLags(lags: Lags): string | undefined {
  const behind = [...lags].filter(([, { waiting }]) => waiting >= manyPending);
  return listed(
    behind.map(([consumer, { waiting }]) => `${waiting} messages wait for the consumer ${consumer}`),
  );
}

function describeLateWork(jobs: readonly JobStatus[]): string | undefined {
  const late = jobs.filter(({ is_late: isLate }) => isLate);
  return listed(
    late.map(({ name, waiting, late_seconds: seconds, reason = '' }) => {
      const cause = reason === '' ? '' : `: ${reason}`;
      return `${name}: ${waiting} wait, the oldest is ${Math.round(seconds)} s late${cause}`;
    }),
  );
}

/** The dead letters of the consumers that this process has. */
async function describeDeadLetters(manager: JetStreamManager, lags: Lags): Promise<string | undefined> {
  const counts = await countDeadLetters(manager, lags.keys());
  return listed(
    [...counts]
      .filter(([, count]) => count > 0)
      .map(([consumer, count]) => `${count} messages of the consumer ${consumer} failed permanently`),
  );
}

function describeEnds(
  certificates: readonly Certificate[] = [],
  fromDays: number,
  toDays: number,
): string | undefined {
  const ends = certificates.flatMap(({ of, ends_at: end }) => {
    const days = end === undefined ? Infinity : (Date.parse(end) - Date.now()) / day;
    const verb = days < 0 ? 'has ended' : 'ends';
    return days >= fromDays && days < toDays
      ? [`the certificate of ${of} ${verb} on ${end?.slice(0, 10)}`]
      : [];
  });
  return listed([...new Set(ends)]);
}

function describeKeys(
  { service, notBefore }: ReturnType<CommonSources['keys']>,
  { login_key_made_at: madeAt }: ServiceStatus,
): string | undefined {
  const daysSince = (time: number) => Math.floor((Date.now() - time) / day);
  const ofService = notBefore === 0 ? 0 : daysSince(notBefore);
  const ofLogins = madeAt === undefined ? 0 : daysSince(Date.parse(madeAt));
  return listed([
    ...(ofService > keyDays ? [`the keys of ${service} are ${ofService} days old (keys rotate-bus)`] : []),
    ...(ofLogins > keyDays ? [`the key of logins is ${ofLogins} days old (keys rotate)`] : []),
  ]);
}

function describeDisks(
  disks: readonly { readonly of: string; readonly used: number; readonly total: number }[],
  from: number,
  to: number,
): string | undefined {
  const matching = disks.filter(({ used, total }) => used / total >= from && used / total < to);
  return listed(matching.map(({ of, used, total }) => `${of} is ${Math.floor((100 * used) / total)} % full`));
}

function describeFailures({ extensionFailures }: CommonSources['metrics']): string | undefined {
  const recent = extensionFailures.counted.filter(({ last_at: last }) => Date.now() - Date.parse(last) < day);
  return listed(
    recent.map(
      ({ extension, hook, outcome, count, last_at: last }) =>
        `the extension ${extension} in ${hook}: ${outcome}, ${count} in all, most recently at ${last}`,
    ),
  );
}

/** Compares the clock of this host with that of NATS. */
async function describeSkew(manager: JetStreamManager): Promise<string | undefined> {
  const sentAt = Date.now();
  const { ts = '' } = await manager.streams.info(eventStream);
  const skew = clockSkew(Date.parse(ts), { sentAt, receivedAt: Date.now() });
  if (!(Math.abs(skew) > skewMs)) return undefined;
  const seconds = (Math.abs(skew) / 1_000).toFixed(1);
  return `the clock of this host is ${seconds} s ${skew > 0 ? 'behind' : 'ahead of'} that of NATS`;
}

function describeVersions(versions: ReadonlyMap<string, ReadonlySet<string>>): string | undefined {
  if (versions.size < 2) return undefined;
  const lines = [...versions].map(([version, services]) => `${version} (${[...services].sort().join(', ')})`);
  return `instances run different versions: ${lines.sort().join(' and ')}`;
}
