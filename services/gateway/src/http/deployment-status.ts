import { checkKey, checkSetup, degradedStates, instanceNames, type Actor } from '@svc/contracts';
import {
  askStatus,
  countDeadLetters,
  listConsumers,
  requireOperator,
  within,
  type Instance,
  type ServiceContext,
} from '@svc/service-kit';

/** An instance may take two seconds to check its parts; a clock of one minute is late anyway. */
const waitMs = 2_500;

/** Answers share one round of questions for this time, however many pages are open. */
const freshMs = 5_000;

/** A problem of an installation, and its remedy. */
interface Finding {
  readonly code: string;
  readonly severity: 'problem' | 'degraded' | 'warning';
  readonly part: string;
  readonly message: string;
  readonly remedy: string;
}

/** Makes the answer to `GET /operations`: the state of all parts, for administrators (docs/guides/operations.md). */
export function deploymentStatus({ bus, keyring }: Pick<ServiceContext, 'bus' | 'keyring'>) {
  let askedAt = 0;
  let answer: ReturnType<typeof ask> | undefined;
  const ask = async () => {
    const [{ instances, badAnswers }, all] = await Promise.all([
      askStatus({ bus, keyring, waitMs }),
      within(waitMs, otherConsumers(bus)).catch(() => []),
    ]);
    const sorted = instances.toSorted((one, other) => orderOf(one) - orderOf(other));
    return {
      at: new Date().toISOString(),
      instances: sorted.map(shownInstance),
      consumers: consumersOf(sorted),
      other_consumers: withoutRunning(all, sorted),
      ...backupOf(sorted),
      findings: [
        ...sorted.flatMap(findingsOf),
        ...silentServices(sorted),
        ...badAnswers.map(({ service, reason }) => finding('answer_untrusted', service, reason)),
      ],
    };
  };
  return async (actor: Actor | undefined) => {
    if (actor) checkOperator(actor);
    if (!answer || Date.now() - askedAt > freshMs) {
      askedAt = Date.now();
      answer = ask();
      answer.catch(() => (answer = undefined));
    }
    return answer;
  };
}

/** Checks a caller as services do before an operation of administration. */
function checkOperator(actor: Actor): void {
  checkSetup(actor, {});
  checkKey(actor, { kind: 'read', isAdministration: true });
  requireOperator(actor);
}

const orderOf = ({ service }: Instance) => instanceNames.indexOf(service);

function shownInstance(instance: Instance) {
  const { service, version, host, pid, started_at, parts, database, engine, traffic } = instance;
  return {
    service,
    version,
    host,
    pid,
    started_at,
    parts,
    ...(database && {
      database: {
        version: database.version,
        bytes: database.bytes,
        schema: database.schema.stored,
        waiting: database.outbox.waiting,
        ...(database.disk && { disk: database.disk }),
      },
    }),
    ...(engine && { engine: { version: engine.version, bytes: engine.bytes } }),
    ...(traffic && { traffic }),
  };
}

/** The consumers of all services. The instances of a service share theirs. */
function consumersOf(instances: readonly Instance[]) {
  const all = instances.flatMap(({ service, consumers = [] }) =>
    consumers.map(({ name, ...state }) => [name, { name, service, ...state }] as const),
  );
  return [...new Map(all).values()].toSorted((one, other) => one.name.localeCompare(other.name));
}

/** The consumers of other programs and of extensions, with their dead letters. */
async function otherConsumers(bus: ServiceContext['bus']) {
  const all = (await listConsumers(bus)).filter(({ owner }) => owner === 'external' || owner === 'extension');
  const manager = await bus.jetstreamManager({ checkAPI: false });
  const deadLetters = await countDeadLetters(
    manager,
    all.map(({ name }) => name),
  );
  return all.map((consumer) => ({ ...consumer, dead_letters: deadLetters.get(consumer.name) ?? 0 }));
}

type OtherConsumer = Awaited<ReturnType<typeof otherConsumers>>[number];

/** Leaves out the consumers of loaded extensions, which are among those of the service that runs them. */
function withoutRunning(all: readonly OtherConsumer[], instances: readonly Instance[]): OtherConsumer[] {
  const running = new Set(instances.flatMap(({ consumers = [] }) => consumers.map(({ name }) => name)));
  return all.filter(({ name }) => !running.has(name));
}

function backupOf(instances: readonly Instance[]) {
  const backup = instances.find((instance) => instance.backup)?.backup;
  return backup && { backup };
}

function findingsOf({ service, parts, warnings, degraded = {} }: Instance): Finding[] {
  return [
    ...Object.entries(parts)
      .filter(([, state]) => state !== 'ok')
      .map(([part, state]) => finding('not_ready', service, `${part}: ${state}`)),
    ...Object.entries(degraded).map(([state, reason]) => finding(state, service, reason)),
    ...Object.values(warnings).map((text) => finding('service_warning', service, text)),
  ];
}

function silentServices(instances: readonly Instance[]): Finding[] {
  const present = new Set(instances.map(({ service }) => service));
  return instanceNames
    .filter((name) => !present.has(name))
    .map((name) => finding('service_silent', name, 'No process of the service answers.'));
}

const remedies: Readonly<Record<string, Pick<Finding, 'severity' | 'remedy'>>> = {
  ...degradedStates,
  not_ready: {
    severity: 'problem',
    remedy: 'Start the named server or correct the named setting; the service recovers without a restart.',
  },
  service_silent: {
    severity: 'problem',
    remedy: 'Start it. If it does not start, the end of its log has the reason.',
  },
  answer_untrusted: { severity: 'problem', remedy: 'Use key files from the same folder for all services.' },
  service_warning: { severity: 'warning', remedy: 'Follow the advice of the warning.' },
};

function finding(code: string, part: string, message: string): Finding {
  const { severity, remedy } = remedies[code] ?? { severity: 'warning', remedy: '' };
  return { code, severity, part, message, remedy };
}
