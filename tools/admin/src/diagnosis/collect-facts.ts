import { randomUUID } from 'node:crypto';
import { statfs } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import {
  instanceNames,
  instanceStatusSchema,
  replySubject,
  searchStatus,
  statusReply,
  statusSubject,
  type Certificate,
  type InstanceStatus,
  type StatusRequest,
} from '@svc/contracts';
import {
  certificateOfServer,
  clockSkew,
  messageOf,
  refusalOf,
  signMessage,
  verifyMessage,
} from '@svc/service-kit';
import { AdminError } from '../admin-error.ts';
import type { Connected } from '../services.ts';

/** A process of a service. `clock_ms`: milliseconds by which its clock is ahead of this machine's. */
export type Instance = InstanceStatus & { readonly clock_ms: number };

/** Everything known about a deployment. Facts that could not be collected are absent. */
export type Facts = Awaited<ReturnType<typeof collectFacts>>;

/** Collects the state of a deployment, which takes three seconds. @throws AdminError when the permissions of NATS forbid it. */
export async function collectFacts(connected: Connected) {
  const { bus, keyring, dataDir, ask } = connected;
  const [answers, jetstream, index, folder] = await Promise.all([
    rollCall(connected),
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

/** Asks all instances of all services for their state. @throws AdminError when the permissions of NATS forbid it. */
async function rollCall({ bus, keyring }: Pick<Connected, 'bus' | 'keyring'>) {
  const instances: Instance[] = [];
  /** Answers in the name of a service whose signature or content is not valid. */
  const badAnswers: { service: string; reason: string }[] = [];
  const open: Promise<void>[] = [];
  const sentAt = Date.now();
  const take = async (message: Parameters<typeof verifyMessage>[1]) => {
    const receivedAt = Date.now();
    const name = message.subject.split('.')[3] ?? '';
    const sender = instanceNames.find((service) => service === name);
    try {
      await verifyMessage(keyring, message, sender);
      const status = instanceStatusSchema.parse(JSON.parse(message.string()));
      instances.push({ ...status, clock_ms: clockSkew(status.now, { sentAt, receivedAt }) });
    } catch (error) {
      badAnswers.push({ service: name, reason: messageOf(error) });
    }
  };
  const id = randomUUID();
  const refused = refusalOfStatus(bus);
  const subscription = bus.subscribe(replySubject('admin', '*', statusReply(id)), {
    callback: (error, message) => {
      if (!error) open.push(take(message));
    },
  });
  const request: StatusRequest = { id, at: sentAt };
  const body = Buffer.from(JSON.stringify(request));
  const headers = await signMessage(keyring, { id, subject: statusSubject, body });
  bus.publish(statusSubject, body, { headers });
  await Promise.race([delay(waitMs), refused]);
  subscription.unsubscribe();
  await Promise.all(open);
  return { instances, badAnswers };
}

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
