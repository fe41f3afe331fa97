import { Option, type Command } from 'commander';
import {
  recordsCreateWebhook,
  recordsDeleteWebhook,
  recordsRedeliver,
  recordsRotateWebhook,
  recordsTestWebhook,
  recordsUpdateWebhook,
  recordsWebhookDeliveries,
  recordsWebhooks,
  webhookEvents,
  type InputOf,
  type WebhookDeliveryShape,
  type WebhookShape,
} from '@svc/contracts';
import { AdminError } from '../admin-error.ts';
import { printAnswer, type Ask } from '../services.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { idArgument } from './whole-number.ts';

type Settings = InputOf<typeof recordsCreateWebhook>;

const webhookArgument: [name: string, description: string, parse: (text: string) => number] = [
  '<id>',
  'the id of the webhook, as `webhook list` shows it',
  idArgument,
];

export function addWebhookCommands(webhook: Command, terminal: Terminal): void {
  for (const add of [
    addCreate,
    addList,
    addPause,
    addActivate,
    addDelete,
    addRotate,
    addTest,
    addDeliveries,
    addRedeliver,
  ])
    add(webhook, terminal);
}

interface CreateOptions {
  readonly url: string;
  readonly event: Settings['events'];
  readonly asUser: number;
  readonly type?: string[];
  readonly field?: string[];
  readonly filter?: string;
  readonly body?: Settings['body'];
  readonly json?: true;
}

/** `webhook create`: prints the webhook with its secret, which is never shown again. */
function addCreate(parent: Command, terminal: Terminal): void {
  parent
    .command('create')
    .description('send changes to an address; the secret is shown only once')
    .requiredOption('--url <url>', 'the address, with http or https')
    .addOption(
      new Option('--event <event...>', 'the events to send').choices(webhookEvents).makeOptionMandatory(),
    )
    .requiredOption('--as-user <id>', 'the user whose rights decide which records are sent', idArgument)
    .option('--type <type...>', 'only these post types (default: all that the user may list)')
    .option('--field <key...>', 'of updates, only those of one of these fields')
    .option('--filter <query>', 'a list query as JSON: only records that match; with exactly one type')
    .addOption(
      new Option('--body <body>', 'the content (default: changes)').choices(['ids', 'changes', 'record']),
    )
    .option('--json', 'print the webhook with its secret as JSON')
    .action((options: CreateOptions) =>
      printAnswer(terminal, options, {
        work: (ask) => ask(recordsCreateWebhook, settingsOf(options)),
        inWords: (webhook) => `Created webhook ${webhook.id} to ${webhook.url}. ${shownSecret(webhook)}`,
      }),
    );
}

function settingsOf(options: CreateOptions): Settings {
  const { url, event: events, asUser: as_user, type: post_types, field: fields, body } = options;
  const filter = options.filter === undefined ? undefined : readFilter(options.filter);
  return { url, events, as_user, post_types, fields, filter, body };
}

function readFilter(text: string): Settings['filter'] {
  try {
    return JSON.parse(text) as Settings['filter'];
  } catch (cause) {
    throw new AdminError('--filter is not JSON, for example {"overall_status":["active"]}', { cause });
  }
}

const heading = ['ID', 'STATE', 'URL', 'EVENTS', 'TYPES', 'USER', 'REASON'];

function addList(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('list all webhooks; secrets are not shown')
    .option('--json', 'print a JSON array')
    .action((options: { json?: true }) =>
      printAnswer(terminal, options, {
        work: (ask) => ask(recordsWebhooks, {}),
        inWords: (webhooks) => table([heading, ...webhooks.map(row)]),
      }),
    );
}

function row({ id, state, url, events, post_types, as_user, reason }: WebhookShape): string[] {
  return [
    String(id),
    state,
    url,
    events.join(' '),
    post_types?.join(' ') ?? 'all',
    String(as_user),
    reason ?? '',
  ];
}

const addPause = changing('pause', 'stop sending to a webhook', 'paused');
const addActivate = changing('activate', 'send to a paused webhook again, with what still waits', 'active');

function changing(name: string, description: string, state: WebhookShape['state']) {
  return ofWebhook({
    name,
    description,
    json: 'print the webhook as JSON',
    work: (ask, id) => ask(recordsUpdateWebhook, { id, state }),
    inWords: (webhook) => `Webhook ${webhook.id} is ${webhook.state}.`,
  });
}

const addDelete = ofWebhook({
  name: 'delete',
  description: 'delete a webhook with its deliveries',
  json: 'print {"id":…,"deleted":true}',
  work: async (ask, id) => ({ id, deleted: await ask(recordsDeleteWebhook, { id }) }),
  inWords: ({ id }) => `Deleted webhook ${id}.`,
});

/** `webhook rotate`: deliveries are signed with the old and the new secret for a day. */
const addRotate = ofWebhook({
  name: 'rotate',
  description: 'give a webhook another secret, which is shown only once; the old one works for a day',
  json: 'print the webhook with its secret as JSON',
  work: (ask, id) => ask(recordsRotateWebhook, { id }),
  inWords: (webhook) => `Webhook ${webhook.id} has another secret. ${shownSecret(webhook)}`,
});

const addTest = ofWebhook({
  name: 'test',
  description: 'queue a delivery of the type webhook.test',
  json: 'print the delivery as JSON',
  work: (ask, id) => ask(recordsTestWebhook, { id }),
  inWords: (delivery, id) => `Queued delivery ${delivery.id}; \`webhook deliveries ${id}\` shows its state.`,
});

const deliveriesHeading = ['ID', 'STATE', 'EVENT', 'RECORD', 'CREATED', 'ATTEMPTS', 'LAST ANSWER'];

const addDeliveries = ofWebhook({
  name: 'deliveries',
  description: 'list the latest 100 deliveries of a webhook',
  json: 'print a JSON array',
  work: (ask, id) => ask(recordsWebhookDeliveries, { id }),
  inWords: (deliveries) => table([deliveriesHeading, ...deliveries.map(deliveryRow)]),
});

function deliveryRow(delivery: WebhookDeliveryShape): string[] {
  const { id, state, event, post_type: type, record_id: record, created_at: created, attempts } = delivery;
  const last = attempts.at(-1);
  const about = record === 0 ? '-' : `${type} ${record}`;
  return [
    id,
    state,
    event,
    about,
    created,
    String(attempts.length),
    String(last?.status ?? last?.error ?? '-'),
  ];
}

function addRedeliver(parent: Command, terminal: Terminal): void {
  parent
    .command('redeliver')
    .description('send a delivery again, with the same id and content')
    .argument(...webhookArgument)
    .argument('<delivery>', 'the id of the delivery, as `webhook deliveries` shows it')
    .option('--json', 'print the delivery as JSON')
    .action((id: number, delivery: string, options: object) =>
      printAnswer(terminal, options, {
        work: (ask) => ask(recordsRedeliver, { id, delivery }),
        inWords: (again) => `Queued delivery ${again.id} again.`,
      }),
    );
}

const shownSecret = ({ secret }: { readonly secret: string }) => `Its secret (shown only once): ${secret}`;

/** A command that works on one webhook. */
interface WebhookCommand<Answer> {
  readonly name: string;
  readonly description: string;
  /** The description of the option `--json`. */
  readonly json: string;
  work(ask: Ask, id: number): Promise<Answer>;
  inWords(answer: Answer, id: number): string;
}

function ofWebhook<Answer>({ name, description, json, work, inWords }: WebhookCommand<Answer>) {
  return (parent: Command, terminal: Terminal): void => {
    parent
      .command(name)
      .description(description)
      .argument(...webhookArgument)
      .option('--json', json)
      .action((id: number, options: object) =>
        printAnswer(terminal, options, {
          work: (ask) => work(ask, id),
          inWords: (answer) => inWords(answer, id),
        }),
      );
  };
}
