import { statfs } from 'node:fs/promises';
import { instanceNames, searchStatus, type Certificate } from '@svc/contracts';
import {
  askStatus,
  certificateOfServer,
  clockSkew,
  messageOf,
  refusalOf,
  type Instance,
} from '@svc/service-kit';
import { AdminError } from '../admin-error.ts';
import type { Connected } from '../services.ts';

/** Everything known about a deployment. Facts that could not be collected are absent. */
export type Facts = Awaited<ReturnType<typeof collectFacts>>;

/** Collects the state of a deployment, which takes three seconds. @throws AdminError when the permissions of NATS forbid it. */
export async function collectFacts(connected: Connected) {
  const { bus, keyring, dataDir, ask } = connected;
  const [answers, jetstream, index, folder] = await Promise.all([
    askStatus({ bus, keyring, waitMs, refused: refusalOfStatus(bus) }),
    jetStreamFacts(bus).catch(messageOf),
    ask(searchStatus, {}).catch(() => undefined),
    dataDir === undefined ? undefined : diskFacts(dataDir),
  ]);
  const { instances } = answers;
  const version = bus.info?.version ?? 'unknown';
  return {
    /** Unix milliseconds. */
    at: Date.now(),
    ...answers,
    instances: instances.toSorted((one, other) => orderOf(one) - orderOf(other)),
    /** A text is the reason why JetStream does not answer. */
    bus: { version, jetstream },
    ...(index && { index }),
    ...(folder && { folder }),
    certificates: await certificatesOf(connected, instances),
    /** By identity, newest first; a key is valid from `notBefore`, in Unix milliseconds. */
    keys: Object.fromEntries(instanceNames.map((name) => [name, keyring.generationsOf(name)])),
  };
}

const orderOf = ({ service }: Instance) => instanceNames.indexOf(service);

/** Milliseconds to collect answers, whose number is unknown. An instance may take two seconds to check its parts. */
const waitMs = 3_000;

/** Rejects when the permissions of NATS refuse the question; resolves only when the connection ends. */
async function refusalOfStatus(bus: Connected['bus']): Promise<void> {
  for await (const status of bus.status())
    if (refusalOf(status)?.subject.startsWith('svc.'))
      throw new AdminError(
        'The NATS permissions are from another version: they do not permit the admin tool to request the state of the services. ' +
          'Create them again with `npm run -s admin -- bus permissions`.',
      );
}

export type JetStreamFacts = Awaited<ReturnType<typeof jetStreamFacts>>;

async function jetStreamFacts(bus: Connected['bus']) {
  const manager = await bus.jetstreamManager();
  const account = await manager.getAccountInfo();
  const streams = (await manager.streams.list().next()).filter(({ config }) =>
    config.name.startsWith('SVC_'),
  );
  const consumers = await Promise.all(
    streams.map(async ({ config: { name } }) =>
      (await manager.consumers.list(name).next()).map((info) => consumerFacts(info)),
    ),
  );
  const sentAt = Date.now();
  const { ts } = streams[0] ? await manager.streams.info(streams[0].config.name) : {};
  const max = account.limits.max_storage;
  return {
    /** By which the clock of the server is ahead of this machine's. */
    ...(ts !== undefined && { clock_ms: clockSkew(Date.parse(ts), { sentAt, receivedAt: Date.now() }) }),
    storage: { used: account.storage, ...(max > 0 && { max }) },
    streams: streams.map(({ config, state }) => ({
      name: config.name,
      messages: state.messages,
      bytes: state.bytes,
      ...(config.max_bytes > 0 && { max_bytes: config.max_bytes }),
    })),
    consumers: consumers.flat(),
  };
}

type Manager = Awaited<ReturnType<Connected['bus']['jetstreamManager']>>;
type ConsumerInfo = Awaited<ReturnType<Manager['consumers']['info']>>;

export type ConsumerFacts = ReturnType<typeof consumerFacts>;

function consumerFacts(info: ConsumerInfo) {
  // The library declares nanoseconds; the server sends a date, and nothing before the first delivery.
  const lastActive = info.delivered.last_active as unknown as string | undefined;
  const idle = Date.parse(info.ts ?? '') - Date.parse(lastActive ?? info.created);
  return {
    name: info.name,
    /** Not delivered yet. */
    pending: info.num_pending,
    unacknowledged: info.num_ack_pending,
    redelivered: info.num_redelivered,
    /** Seconds since the last delivery, or since the consumer was created. */
    idle: Number.isNaN(idle) ? 0 : Math.max(0, idle / 1_000),
  };
}

/** The file system of the data directory, in bytes. */
async function diskFacts(path: string) {
  const { bsize, blocks, bavail } = await statfs(path);
  return { path, used: (blocks - bavail) * bsize, total: blocks * bsize };
}

/** The certificates that clients and this tool see, and those that the services report. */
async function certificatesOf(
  { bus }: Connected,
  instances: readonly Instance[],
): Promise<readonly Certificate[]> {
  const reported = instances.flatMap(({ service, certificates = [] }) =>
    certificates.map((each) =>
      each.of.endsWith('_FILE') ? { ...each, of: `${each.of} of ${service}` } : each,
    ),
  );
  const addresses = new Set(instances.flatMap(({ public_url: address }) => address ?? []));
  const seen = await Promise.all([
    ...[...addresses].map((address) => {
      const { protocol, hostname: host, port } = new URL(address);
      return protocol === 'https:' && certificateOfServer(address, { host, port: Number(port || 443) });
    }),
    bus.info?.tls_required === true && certificateOfNats(bus.getServer()),
  ]);
  const all = [...seen.filter((each) => each !== false), ...reported];
  return [...new Map(all.map((each) => [JSON.stringify(each), each])).values()];
}

function certificateOfNats(server: string): Promise<Certificate> {
  const { hostname: host, port } = new URL(`nats://${server}`);
  return certificateOfServer(`NATS at ${server}`, { host, port: Number(port), speaksFirst: true });
}
