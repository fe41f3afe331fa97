import { stat } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import type { NatsConnection } from 'nats';
import { programVersion, type Identity, type ServiceStatus } from '@svc/contracts';
import { createTranslators, type TranslatorFor } from '@svc/language';
import { BusCaller } from '../bus/bus-caller.ts';
import { allHeard, connectBus, allowsAnonymous, openBusWarning } from '../bus/connect-bus.ts';
import { commonSettings } from '../config/common-settings.ts';
import { ConfigError, loadConfig, type ConfigOf, type Settings } from '../config/load-config.ts';
import { ensureStreams } from '../events/ensure-streams.ts';
import { KeptStreams } from '../events/kept-streams.ts';
import { resolveContractsHere } from '../extensions/resolve-contracts-here.ts';
import { bufferedOutput } from '../log/buffered-output.ts';
import type { ObservedJob } from '../jobs/observed-job.ts';
import { createLogger, type Logger } from '../log/create-logger.ts';
import { certificateInFile, certificateOfServer } from '../ops/certificates.ts';
import { commonDegradedChecks } from '../ops/common-degraded-checks.ts';
import type { DegradedCheck } from '../ops/degradation.ts';
import { OpsServer, type ReadinessCheck } from '../ops/ops-server.ts';
import { ServiceMetrics } from '../ops/service-metrics.ts';
import type { Keyring } from '../signing/keyring.ts';
import { watchKeyring, loadKeyring } from '../signing/keyring-file.ts';
import { within } from '../time/within.ts';
import { startTracing } from '../tracing/start-tracing.ts';
import { answerStatus, instanceName } from './answer-status.ts';
import { containFailures } from './contain-failures.ts';
import { watchEventLoop } from './event-loop-watchdog.ts';
import { RunningVersions } from './running-versions.ts';

/** The parts that every service gets before its own start. */
export interface ServiceContext {
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
  readonly keyring: Keyring;
  readonly bus: NatsConnection;
  readonly caller: BusCaller;
  /** Translators for the texts of the service itself; a service with extensions makes its own. */
  readonly translatorFor: TranslatorFor;
  /** Sets the reason that `/readyz` gives while the service does not start. */
  readonly notReady: (reason: string) => void;
}

/** A running service: its checks, and how it stops. */
export interface RunningService {
  readonly checks: readonly ReadinessCheck[];
  /** The checks for degraded states that only this service can be in. */
  readonly degraded?: readonly DegradedCheck[];
  /** The durable jobs of the service, whose status its metrics, `/readyz` and the admin tool show. */
  readonly jobs?: readonly ObservedJob[];
  /** Returns the part of the admin tool's status that only this service has. */
  status?(): Promise<ServiceStatus> | ServiceStatus;
  /** Called when the service begins to stop and `/readyz` reports that. It still accepts work until `stop`. */
  startDraining?(): void;
  /** Stops accepting work, finishes work under way, and closes what it has opened, in this order. */
  stop(): Promise<void>;
}

/** A service as a process: its name, its settings and its start. */
export interface ServiceDefinition<S extends Settings> {
  readonly name: Identity;
  readonly settings: S;
  /** Whether extensions run in the process, which the watchdog of the event loop names when they block it. */
  readonly hasExtensions?: (config: ConfigOf<S>) => boolean;
  readonly start: (context: ServiceContext, config: ConfigOf<S>) => Promise<RunningService>;
}

type FullConfig<S extends Settings> = ConfigOf<S> & ConfigOf<typeof commonSettings>;

/**
 * The longest time for an orderly stop after the drain delay, in milliseconds; after it the process exits. The longest requests, those that
 * call another site, take 4 s and 15 s more; with the default delay all end within the 30 s that Kubernetes grants.
 */
const stopTimeoutMs = 24_000;

/** Runs a service until SIGTERM or SIGINT. When it cannot start, the process exits with code 1 and a message. */
export async function runService<S extends Settings>(
  service: ServiceDefinition<S>,
  env: NodeJS.ProcessEnv,
): Promise<void> {
  try {
    const config = loadConfig({ ...commonSettings, ...service.settings }, env) as FullConfig<S>;
    const log = createLogger({
      service: service.name,
      level: config.LOG_LEVEL,
      destination: bufferedOutput(),
    });
    resolveContractsHere();
    let running: StartedService | undefined = undefined;
    onStopSignal((signal) => {
      log.info({ signal }, 'stopping');
      // As after a kill, the next start continues with the stored state.
      if (!running) process.exit(0);
      void end(running, config.DRAIN_DELAY_MS, log);
    });
    running = await startService(service, config, log);
    endWithBus(running.bus, log);
  } catch (error) {
    const isConfig = error instanceof ConfigError;
    process.stderr.write(
      `${service.name} failed to start: ${isConfig ? error.message : describeFailure(error)}\n`,
    );
    process.exit(1);
  }
}

interface StartedService extends Required<Pick<RunningService, 'startDraining' | 'stop'>> {
  readonly bus: NatsConnection;
}

async function startService<S extends Settings>(
  service: ServiceDefinition<S>,
  config: FullConfig<S>,
  log: Logger,
): Promise<StartedService> {
  const metrics = new ServiceMetrics(service.name);
  const endCounting = metrics.countJobs();
  containFailures({ log, metrics });
  if (service.hasExtensions?.(config)) watchEventLoop({ log, metrics });
  const ops = new OpsServer(metrics);
  const opsPort = await ops.listen(config.OPS_PORT, config.OPS_HOST);
  const stopTracing = await startTracing({
    service: service.name,
    version: programVersion,
    endpoint: config.OTEL_EXPORTER_OTLP_ENDPOINT,
    ratio: config.OTEL_TRACES_SAMPLER_ARG,
    log,
  });
  const keyring = await loadKeyring(config.KEYRING_FILE, service.name);
  const bus = await connectBus({ config, identity: service.name, log });
  await warnOfOpenFiles(config, log);
  const caller = new BusCaller(bus, keyring);
  const translatorFor = createTranslators();
  const notReady = (reason: string, name = 'start') =>
    ops.setChecks([{ name, check: () => Promise.reject(new Error(reason)) }]);
  const context = { log, metrics, keyring, bus, caller, translatorFor, notReady };
  let started: RunningService | undefined;
  // Without the client's own check of JetStream: it would not wait for an election, as `ensureStreams` does.
  const manager = await bus.jetstreamManager({ checkAPI: false });
  const eventDays = config.EVENT_RETENTION_DAYS;
  const presence = { bus, service: service.name, instance: instanceName, log };
  const present = new RunningVersions(presence);
  const ofService = async () => withOwnCertificates(config, bus, await started?.status?.());
  const running = await allHeard(bus, async () => {
    answerStatus({ bus, keyring, ops, manager, metrics, log, ofService });
    await ensureStreams(manager, log, eventDays);
    return (started = await service.start(context, config));
  });
  // The gateway uses no stream, and stays ready without them.
  const streams =
    service.name === 'gateway' ? undefined : new KeptStreams({ manager, eventDays, log }).start();
  metrics.watchJobs(running.jobs ?? []);
  metrics.degradation.setChecks([
    ...commonDegradedChecks({
      manager,
      metrics,
      status: ofService,
      versions: () => present.versions,
      keys: () => ({ service: service.name, notBefore: keyring.signing.notBefore }),
    }),
    ...(running.degraded ?? []),
  ]);
  present.start();
  ops.setChecks([
    { name: 'bus', check: () => checkBus(bus) },
    ...(streams ? [{ name: 'streams', check: () => streams.check() }] : []),
    ...running.checks,
  ]);
  const watch = watchKeyring(keyring, config.KEYRING_FILE, log);
  log.info({ opsPort }, 'ready');
  return {
    bus,
    startDraining() {
      notReady('the service is shutting down', 'stop');
      running.startDraining?.();
    },
    async stop() {
      await present.stop();
      await streams?.stop();
      await running.stop();
      caller.close();
      await watch.stop();
      await bus.drain();
      await stopTracing();
      ops.close();
      endCounting();
    },
  };
}

/** Adds to the status of a service the certificate of NATS, and the one that the process presents to it, if there are any. */
async function withOwnCertificates(
  { NATS_CERT_FILE: file }: ConfigOf<typeof commonSettings>,
  bus: NatsConnection,
  status: ServiceStatus = {},
): Promise<ServiceStatus> {
  const server = bus.getServer();
  const { hostname: host, port } = new URL(`nats://${server}`);
  const ofNats =
    bus.info?.tls_required === true
      ? [await certificateOfServer(`NATS at ${server}`, { host, port: Number(port), speaksFirst: true })]
      : [];
  const own = file === undefined ? [] : [certificateInFile('NATS_CERT_FILE', file)];
  return { ...status, certificates: [...(status.certificates ?? []), ...ofNats, ...own] };
}

const secretFiles = ['KEYRING_FILE', 'NATS_NKEY_FILE', 'NATS_CREDS_FILE', 'NATS_KEY_FILE'] as const;

/** Warns of key files that others can read. It does not refuse them, because operators cannot always choose the modes of files in a container. */
async function warnOfOpenFiles(config: ConfigOf<typeof commonSettings>, log: Logger): Promise<void> {
  for (const name of secretFiles) {
    const file = config[name];
    if (file !== undefined && ((await stat(file)).mode & 0o007) !== 0)
      log.warn(
        { setting: name, file },
        'secret file readable by every user of this machine; run chmod o= on it',
      );
  }
}

async function checkBus(bus: NatsConnection): Promise<string | void> {
  if (bus.isClosed()) throw new Error('not connected to the bus');
  await within(1_000, bus.flush(), () => new Error('the bus does not answer'));
  if (allowsAnonymous(bus)) return openBusWarning;
}

/**
 * Ends the process when the connection to NATS closes: it reconnects for ever, so it closes only for a reason that a new process changes,
 * such as other credentials.
 */
function endWithBus(bus: NatsConnection, log: Logger): void {
  void bus.closed().then((error) => {
    if (bus.isDraining()) return;
    log.fatal({ err: error }, 'bus connection closed for good');
    process.exit(1);
  });
}

/** Waits for a signal and ignores further ones: Ctrl-C arrives from the terminal, and again from the parent process. */
function onStopSignal(stop: (signal: NodeJS.Signals) => void): void {
  let isStopping = false;
  for (const name of ['SIGTERM', 'SIGINT'] as const)
    process.on(name, (signal) => {
      if (!isStopping) stop(signal);
      isStopping = true;
    });
}

/** Stops in order: first no new requests arrive, then those under way are answered, then connections close. */
async function end(running: StartedService, drainDelayMs: number, log: Logger): Promise<void> {
  running.startDraining();
  await delay(drainDelayMs);
  try {
    const late = () => new Error(`the shutdown exceeded its limit of ${stopTimeoutMs / 1_000} s`);
    await within(stopTimeoutMs, running.stop(), late);
    process.exit(0);
  } catch (error) {
    log.error({ err: error }, 'shutdown incomplete');
    process.exit(1);
  }
}

function describeFailure(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  const cause = error.cause instanceof Error ? ` (${error.cause.message})` : '';
  return `${error.message}${cause}\n${error.stack ?? ''}`;
}
