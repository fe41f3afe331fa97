import { dirname, resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { InvalidArgumentError, Option, type Command } from 'commander';
import { AckPolicy, DeliverPolicy, nanos, type NatsConnection } from 'nats';
import { eventStream, identities, selectedSubject } from '@svc/contracts';
import {
  acceptsBusKey,
  declareExternalConsumer,
  ensureConsumer,
  externalConsumerKeyFile,
  listConsumers,
  ownerOf,
  readExternalConsumers,
  removeExternalConsumer,
  rotateExternalConsumer,
  type BusConfig,
  type ListedConsumer,
} from '@svc/service-kit';
import { AdminError } from '../admin-error.ts';
import { readAdminConfig } from '../config.ts';
import { findDeployment } from '../find-deployment.ts';
import { noteAudit } from '../note-audit.ts';
import { withBus } from '../services.ts';
import { table } from '../table.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { wholeNumber } from './whole-number.ts';

export function addConsumerCommands(consumer: Command, terminal: Terminal): void {
  for (const add of [addList, addCreate, addRotate, addRemove]) add(consumer, terminal);
}

function addList(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('show every durable consumer of events with its owner, age and backlog')
    .option('--json', 'print a JSON array')
    .action(async ({ json }: { json?: true }) => {
      const { bus } = await findDeployment(readAdminConfig(terminal.env));
      const consumers = await withBus(bus, listConsumers);
      printLine(terminal, json ? JSON.stringify(consumers) : listText(consumers));
    });
}

const heading = ['NAME', 'OWNER', 'READERS', 'WAITING', 'LAST DELIVERY', 'CREATED', 'EVENTS'];

function listText(consumers: readonly ListedConsumer[]): string {
  const rows = consumers.map(({ name, owner, readers, waiting, created_at: created, events, ...more }) => [
    name,
    owner,
    String(readers),
    String(waiting),
    more.last_delivery_at ?? 'never',
    created,
    events.join(' '),
  ]);
  return table([heading, ...rows]);
}

interface CreateOptions extends DirectoryOption {
  readonly events: readonly string[];
  readonly deliver: 'all' | 'new';
  readonly removeAfter?: number;
}

function addCreate(parent: Command, terminal: Terminal): void {
  parent
    .command('create')
    .description('give an external consumer access to these events, or change the events of an existing one')
    .argument('<name>', 'durable name of the consumer, which also begins its inboxes', nameArgument)
    .requiredOption(
      '--events <events...>',
      'events as entity.type.verb, where type and verb may be *, for example record.contacts.*',
      eventsArgument,
    )
    .addOption(
      new Option('--deliver <events>', 'begin with all stored events, or with new ones')
        .choices(['all', 'new'])
        .default('all'),
    )
    .option(
      '--remove-after <days>',
      'days without a reader after which the server removes the consumer (default: never)',
      wholeNumber(1, 365, 'Must be a whole number of days from 1 to 365.'),
    )
    .addOption(directoryOption())
    .action(async (name: string, options: CreateOptions) => {
      const access = await accessTo(terminal, options);
      const { events } = options;
      await noteAudit(terminal, {
        action: 'consumer.created',
        subject: `consumers/${name}`,
        after: { events },
      });
      await withBus(access.bus, (bus) => ensureConsumer(bus, eventStream, settingsOf(name, options)));
      const outcome = declareExternalConsumer(access.keys, { name, events: [...options.events] });
      const done = outcome === 'created' ? `Created the consumer ${name}.` : `${name} has other events now.`;
      await reportAccess(terminal, access, { name, done });
    });
}

const namePattern = /^[a-z][a-z0-9-]{0,62}$/;

function nameArgument(name: string): string {
  if (!namePattern.test(name))
    throw new InvalidArgumentError(
      'Must have lower-case letters, digits and hyphens, and begin with a letter.',
    );
  if (ownerOf(name) !== 'external' || identities.some((identity) => identity === name))
    throw new InvalidArgumentError('Is a name of the service itself.');
  return name;
}

function eventsArgument(events: string, previous: readonly string[] = []): string[] {
  if (selectedSubject(events) === undefined)
    throw new InvalidArgumentError(
      'Must be entity.type.verb as in docs/reference/events.md, for example record.contacts.updated or user.-.*',
    );
  return [...previous, events];
}

const dayMs = 24 * 60 * 60 * 1_000;
/** How long an event waits for its acknowledgement, in milliseconds, before it is delivered again. */
const ackWaitMs = 30_000;

function settingsOf(name: string, { events, deliver, removeAfter }: CreateOptions) {
  return {
    durable_name: name,
    filter_subjects: events.map((each) => selectedSubject(each) ?? each),
    ack_policy: AckPolicy.Explicit,
    ack_wait: nanos(ackWaitMs),
    deliver_policy: deliver === 'all' ? DeliverPolicy.All : DeliverPolicy.New,
    max_deliver: -1,
    inactive_threshold: removeAfter === undefined ? 0 : nanos(removeAfter * dayMs),
  };
}

function addRotate(parent: Command, terminal: Terminal): void {
  parent
    .command('rotate')
    .description('give an external consumer a new key; the previous one stays valid until the next rotation')
    .argument('<name>', 'name of the consumer')
    .option('--revoke', 'revoke the older keys now, for example after a theft')
    .addOption(directoryOption())
    .action(async (name: string, { revoke = false, ...options }: DirectoryOption & { revoke?: boolean }) => {
      const access = await accessTo(terminal, options);
      await noteAudit(terminal, {
        action: 'consumer.rotated',
        subject: `consumers/${name}`,
        after: { revoke },
      });
      if (!rotateExternalConsumer(access.keys, name, { revoke })) throw unknownConsumer(name, access);
      const older = revoke ? ' The older keys are revoked.' : '';
      await reportAccess(terminal, access, { name, done: `${name} has a new key.${older}` });
    });
}

function addRemove(parent: Command, terminal: Terminal): void {
  parent
    .command('remove')
    .description('remove an external consumer and its access, or the consumer of a removed extension')
    .argument('<name>', 'name of the consumer')
    .addOption(directoryOption())
    .action(async (name: string, options: DirectoryOption) => {
      const access = await accessTo(terminal, options);
      await noteAudit(terminal, { action: 'consumer.removed', subject: `consumers/${name}` });
      const hasAccess = readExternalConsumers(access.keys).some((each) => each.name === name);
      await withBus(access.bus, async (bus) => {
        const consumer = (await listConsumers(bus)).find((each) => each.name === name);
        if (!consumer && !hasAccess) throw unknownConsumer(name, access);
        if (consumer) await removeConsumer(bus, consumer);
      });
      removeExternalConsumer(access.keys, name);
      const done = `Removed the consumer ${name}.`;
      printLine(terminal, hasAccess && !access.isLocal ? `${done}\n${applyAdvice(access)}` : done);
    });
}

/** @throws AdminError for the consumer of a service, and of an extension that is still loaded and would create it again. */
async function removeConsumer(bus: NatsConnection, { name, owner, readers }: ListedConsumer): Promise<void> {
  if (owner === 'extension' && readers > 0)
    throw new AdminError(
      `${name} is in use. Remove its extension from EXTENSIONS and restart the instances of records first.`,
    );
  if (owner !== 'extension' && owner !== 'external')
    throw new AdminError(`${name} is a consumer that the service ${owner} needs.`);
  const { consumers } = await bus.jetstreamManager({ checkAPI: false });
  await consumers.delete(eventStream, name);
}

interface DirectoryOption {
  readonly dir?: string;
}

function directoryOption(): Option {
  return new Option(
    '--dir <directory>',
    'directory with the key files of the deployment (default: that of KEYRING_FILE)',
  );
}

/** Where the keys of a deployment are, and how to connect to its NATS. */
interface Access {
  readonly bus: BusConfig;
  readonly keys: string;
  /** Whether `npm start` runs the deployment: its NATS reloads by itself when the keys change. */
  readonly isLocal: boolean;
}

async function accessTo(terminal: Terminal, { dir }: DirectoryOption): Promise<Access> {
  const { bus, dataDir, keyringFile } = await findDeployment(readAdminConfig(terminal.env));
  const keys = dir === undefined ? dirname(bus.NATS_NKEY_FILE ?? keyringFile) : resolve(dir);
  return { bus, keys, isLocal: dataDir !== undefined && dir === undefined };
}

function unknownConsumer(name: string, { keys }: Access): AdminError {
  return new AdminError(
    `${name} is neither a consumer on the server nor in ${keys}; \`npm run -s admin -- consumer list\` shows all.`,
  );
}

/** How long the NATS of `npm start` may take to accept a new key, in milliseconds. */
const reloadMs = 20_000;

/** Prints the outcome, the file with the key, and the next step while NATS does not accept the key. */
async function reportAccess(
  terminal: Terminal,
  access: Access,
  { name, done }: { readonly name: string; readonly done: string },
): Promise<void> {
  const file = externalConsumerKeyFile(access.keys, name);
  const lines = [`${done} Its program connects with the nkey in ${file}.`];
  if (!(await isAccepted(access, file))) lines.push(applyAdvice(access));
  printLine(terminal, lines.join('\n'));
}

async function isAccepted({ bus, isLocal }: Access, file: string): Promise<boolean> {
  const end = Date.now() + (isLocal ? reloadMs : 0);
  for (;;) {
    if (await acceptsBusKey(bus, file)) return true;
    if (Date.now() >= end) return false;
    await delay(100);
  }
}

function applyAdvice({ keys }: Access): string {
  return `NATS does not have the change yet: create its permissions with \`npm run -s admin -- bus permissions --dir ${keys}\`, and reload it.`;
}
