import { commandResultSubject, commandStream, commandSubject } from './command.ts';
import { eventConsumers, watchedEvents, type EventConsumer } from './events/event-consumers.ts';
import { eventPublishers } from './events/event-schemas.ts';
import { deadLetterStream, deadLetterSubject, eventStream, viewStream, viewSubject } from './events/event.ts';
import { serviceNames, type Identity } from './identity.ts';
import {
  instanceNames,
  presenceSubject,
  statusAskers,
  statusReply,
  statusSubject,
} from './instance-status.ts';
import { operationSubject, replySubject, serviceOf } from './operation.ts';
import { allCommands, allOperations } from './all-operations.ts';

/** The permissions of a process on the bus: subjects in the syntax of NATS. `deny` overrides `allow`. */
export interface BusPermissions {
  readonly publish: { readonly allow: readonly string[]; readonly deny?: readonly string[] };
  readonly subscribe: { readonly allow: readonly string[] };
}

/** The prefix of the inboxes in which a process receives the answers of JetStream. */
export function inboxPrefix(identity: string): string {
  return `_INBOX.${identity}`;
}

/** The durable consumer from which all instances of a service take its commands. */
export function commandConsumer(service: EventConsumer['service']): EventConsumer {
  const subjects = [`svc.commands.${service}.>`];
  return { service, durable: `commands-${service}`, stream: commandStream, subjects };
}

/**
 * The permissions of a process of this project on the bus: exactly what its contracts need. `external` has the names of the external
 * consumers, which no process but the admin tool may use.
 */
export function busPermissions(identity: Identity, external: readonly string[] = []): BusPermissions {
  const publish = [...requestsOf(identity), ...repliesOf(identity), ...announcementsOf(identity)];
  return {
    publish:
      identity === 'admin'
        ? { allow: [...publish, '$JS.API.>', '$JS.ACK.>'] }
        : { allow: [...publish, ...streamUse, ...consumersOf(identity).flatMap(useOf), ...deadLetterUse] },
    subscribe: { allow: subscriptionsOf(identity) },
    ...(identity === extensionHost && { publish: withOwnConsumers(publish, external) }),
    ...(identity === 'gateway' && { publish: withEphemeralConsumers(publish, external) }),
  };
}

/**
 * The permissions of an external consumer: it takes and acknowledges the messages of the one durable consumer of its name. Only the admin
 * tool may create or change that consumer, because the server does not check its subjects.
 */
export function externalConsumerPermissions(name: string): BusPermissions {
  const { info, next, ack } = requestsOfConsumer(eventStream, name);
  return {
    publish: { allow: ['$JS.API.INFO', info, next, ack] },
    subscribe: { allow: [`${inboxPrefix(name)}.>`] },
  };
}

/** The service that runs extensions. They subscribe to events under durable names that the contracts do not list. */
export const extensionHost = 'records' satisfies Identity;

/** Every service may create missing streams. Only the admin tool may change, purge or delete a stream. */
const streamUse = [
  '$JS.API.INFO',
  ...[eventStream, viewStream, commandStream, deadLetterStream].flatMap((stream) => [
    `$JS.API.STREAM.CREATE.${stream}`,
    `$JS.API.STREAM.INFO.${stream}`,
  ]),
];

/** All durable consumers of this project, without those of extensions. */
export const allConsumers: readonly EventConsumer[] = [
  ...Object.values(eventConsumers),
  ...serviceNames.map(commandConsumer),
];

function consumersOf(identity: Identity): readonly EventConsumer[] {
  return allConsumers.filter(({ service }) => service === identity);
}

function requestsOf(identity: Identity): string[] {
  return [
    ...allOperations.filter(({ callers }) => callers.includes(identity)).map(operationSubject),
    ...allCommands.filter(({ sender }) => sender === identity).map(commandSubject),
    ...(statusAskers.some((asker) => asker === identity) ? [statusSubject] : []),
    ...(reportsStatus(identity) ? [presenceSubject(identity)] : []),
  ];
}

function repliesOf(identity: Identity): string[] {
  const results = allCommands
    .filter((command) => serviceOf(command) === identity)
    .map((command) => commandResultSubject(command, '>'));
  if (isService(identity)) return [replySubject('*', identity, '>'), ...new Set(results)];
  return reportsStatus(identity)
    ? statusAskers.map((asker) => replySubject(asker, identity, statusReply('*')))
    : [];
}

function announcementsOf(identity: Identity): string[] {
  const entities = Object.entries(eventPublishers).filter(([, publisher]) => publisher === identity);
  const views = identity === 'records' ? [viewSubject] : [];
  return [...entities.map(([entity]) => `svc.events.${entity}.>`), ...views];
}

function subscriptionsOf(identity: Identity): string[] {
  return [
    `${inboxPrefix(identity)}.>`,
    `svc.replies.${identity}.>`,
    // Only in the queue group of the service, so that no instance can read the requests to another one.
    ...(isService(identity)
      ? [`svc.rpc.${identity}.> ${identity}`, `svc.command-results.${identity}.>`]
      : []),
    ...(watchedEvents[identity] ?? []),
    ...(reportsStatus(identity) ? [statusSubject, presenceSubject('*')] : []),
  ];
}

/** The subjects on which a process publishes to use a consumer. */
function useOf({ stream, durable, subjects }: EventConsumer): string[] {
  const [only, ...more] = subjects;
  const { info, next, ack } = requestsOfConsumer(stream, durable);
  return [
    // With one subject, the subject of the request contains it, so the server can permit exactly that one.
    only && more.length === 0
      ? `$JS.API.CONSUMER.CREATE.${stream}.${durable}.${only}`
      : `$JS.API.CONSUMER.DURABLE.CREATE.${stream}.${durable}`,
    info,
    next,
    ack,
    deadLetterSubject(durable),
    `$JS.API.CONSUMER.CREATE.${deadLetterStream}.*.${deadLetterSubject(durable)}`,
  ];
}

/**
 * Services read their own dead letters through readers with random names, whose subject the server checks at their creation, and delete
 * them. The server does not check the subject of a deleted message.
 */
const deadLetterUse = [
  ...['INFO', 'MSG.NEXT', 'DELETE'].map((use) => `$JS.API.CONSUMER.${use}.${deadLetterStream}.*`),
  `$JS.API.STREAM.MSG.DELETE.${deadLetterStream}`,
];

function requestsOfConsumer(stream: string, durable: string) {
  return {
    info: `$JS.API.CONSUMER.INFO.${stream}.${durable}`,
    next: `$JS.API.CONSUMER.MSG.NEXT.${stream}.${durable}`,
    ack: `$JS.ACK.${stream}.${durable}.>`,
  };
}

/** Permits any consumer of the event stream, except those of other services of this project and external ones. */
function withOwnConsumers(
  publish: readonly string[],
  external: readonly string[],
): BusPermissions['publish'] {
  const usesOf = (durable: string) => [
    ...useOf({ service: extensionHost, stream: eventStream, durable, subjects: [] }),
    `$JS.API.CONSUMER.CREATE.${eventStream}.${durable}.>`,
  ];
  const own = consumersOf(extensionHost).flatMap(useOf);
  const others = allConsumers
    .filter(({ service }) => service !== extensionHost)
    .map(({ durable }) => durable);
  return {
    allow: [...publish, ...streamUse, ...own, ...usesOf('*'), ...deadLetterUse],
    deny: [...others, ...external].flatMap(usesOf),
  };
}

/** Permits ephemeral consumers of the event stream, which nobody acknowledges, and no use of durable ones of services. */
function withEphemeralConsumers(
  publish: readonly string[],
  external: readonly string[],
): BusPermissions['publish'] {
  const usesOf = (name: string) =>
    ['INFO', 'MSG.NEXT', 'DELETE'].map((use) => `$JS.API.CONSUMER.${use}.${eventStream}.${name}`);
  return {
    allow: [
      ...publish,
      ...streamUse,
      `$JS.API.CONSUMER.CREATE.${eventStream}`,
      // For administrators, who see the consumers of other programs.
      `$JS.API.CONSUMER.LIST.${eventStream}`,
      ...usesOf('*'),
    ],
    deny: [...allConsumers.map(({ durable }) => durable), ...external].flatMap(usesOf),
  };
}

function reportsStatus(identity: Identity): boolean {
  return instanceNames.some((name) => name === identity);
}

function isService(identity: Identity): boolean {
  return serviceNames.some((service) => service === identity);
}
