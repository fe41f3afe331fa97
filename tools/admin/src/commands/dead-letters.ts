import { Argument, Option, type Command } from 'commander';
import {
  deadLetterLimits,
  deadLetterOperations,
  serviceNames,
  type DeadLetter,
  type ReplayResult,
  type ServiceName,
} from '@svc/contracts';
import { AdminError } from '../admin-error.ts';
import { printAnswer, type Ask } from '../services.ts';
import { table } from '../table.ts';
import type { Terminal } from '../terminal.ts';
import { idArgument } from './whole-number.ts';

export function addDeadLetterCommands(parent: Command, terminal: Terminal): void {
  for (const add of [addList, addReplay, addDrop]) add(parent, terminal);
}

const heading = ['SERVICE', 'ID', 'CONSUMER', 'TYPE', 'RECORD', 'ATTEMPTS', 'FAILED AT', 'REASON'];
/** A handler may take long, and a request replays several. */
const replayTimeoutMs = 60_000;

interface Listed extends DeadLetter {
  readonly service: ServiceName;
}

function addList(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('show the messages that consumers could not handle, the oldest of each service first')
    .addOption(new Option('--service <service>', 'only those of this service').choices(serviceNames))
    .option('--json', 'print a JSON array')
    .action((options: { readonly service?: ServiceName; readonly json?: true }) =>
      printAnswer(terminal, options, {
        work: async (ask) => {
          const services = options.service === undefined ? serviceNames : [options.service];
          const all: Listed[] = [];
          for (const service of services)
            all.push(...(await allOf(ask, service)).map((letter) => ({ service, ...letter })));
          return all;
        },
        inWords: (letters) => table([heading, ...letters.map(row)]),
      }),
    );
}

function row({ service, id, consumer, type, attempts, failed_at: failedAt, reason, ...letter }: Listed) {
  const record = letter.record_id === null ? '-' : `${letter.post_type}/${letter.record_id}`;
  return [service, String(id), consumer, type, record, String(attempts ?? '-'), failedAt, reason];
}

/** All dead letters of a service, page by page. */
async function allOf(ask: Ask, service: ServiceName): Promise<DeadLetter[]> {
  const letters: DeadLetter[] = [];
  let cursor: string | null = '';
  while (cursor !== null) {
    const page: { dead_letters: DeadLetter[]; cursor: string | null } = await ask(
      deadLetterOperations[service].list,
      { cursor },
    );
    letters.push(...page.dead_letters);
    ({ cursor } = page);
  }
  return letters;
}

interface ChoiceOptions {
  readonly all?: true;
  readonly consumer?: string;
  readonly json?: true;
}

function addChoice(command: Command): Command {
  return command
    .addArgument(new Argument('<service>', 'the service of the consumer').choices(serviceNames))
    .argument('[ids...]', 'ids of dead letters, as `dead-letter list` shows them', idArguments)
    .option('--all', 'all of the service')
    .option('--consumer <name>', 'all of one consumer')
    .option('--json', 'print JSON');
}

function idArguments(text: string, previous: readonly number[] = []): number[] {
  return [...previous, idArgument(text)];
}

/** The chosen dead letters. @throws AdminError for an id that the service does not have, and without a choice. */
async function choose(
  ask: Ask,
  service: ServiceName,
  { ids = [], all, consumer }: ChoiceOptions & { readonly ids?: readonly number[] | undefined },
): Promise<DeadLetter[]> {
  if (ids.length === 0 && all === undefined && consumer === undefined)
    throw new AdminError('Name ids of dead letters, or choose them with --all or --consumer.');
  const letters = await allOf(ask, service);
  const missing = ids.find((id) => !letters.some((letter) => letter.id === id));
  if (missing !== undefined) throw new AdminError(`${service} has no dead letter with the id ${missing}.`);
  return letters.filter(
    (letter) =>
      (ids.length === 0 || ids.includes(letter.id)) &&
      (consumer === undefined || letter.consumer === consumer),
  );
}

/** Calls `work` with the ids of each consumer, as many as a request takes. */
async function inRequests(
  letters: readonly DeadLetter[],
  work: (chosen: { consumer: string; ids: number[] }) => Promise<void>,
): Promise<void> {
  for (const [consumer, own] of Map.groupBy(letters, (letter) => letter.consumer))
    for (let at = 0; at < own.length; at += deadLetterLimits.change)
      await work({ consumer, ids: own.slice(at, at + deadLetterLimits.change).map(({ id }) => id) });
}

function addReplay(parent: Command, terminal: Terminal): void {
  addChoice(parent.command('replay').description('let the consumer handle the messages again')).action(
    async (service: ServiceName, ids: readonly number[] | undefined, options: ChoiceOptions) => {
      const results: ReplayResult[] = [];
      await printAnswer(terminal, options, {
        work: async (ask) => {
          await inRequests(await choose(ask, service, { ...options, ids }), async (chosen) => {
            const { replay } = deadLetterOperations[service];
            results.push(...(await ask(replay, chosen, { timeoutMs: replayTimeoutMs })).results);
          });
          return results;
        },
        inWords: replayText,
      });
      if (results.some(({ outcome }) => outcome === 'failed' || outcome === 'not_running'))
        throw new AdminError('Not all messages were handled.');
    },
  );
}

function replayText(results: readonly ReplayResult[]): string {
  if (results.length === 0) return 'No dead letters.';
  return results.map(resultText).join('\n');
}

function resultText({ id, outcome, reason, new_id: newId }: ReplayResult): string {
  const texts = {
    handled: 'handled',
    failed: `failed again, now ${newId}: ${reason}`,
    not_running: 'kept: no process runs its consumer',
    unknown: 'gone: another request has replayed or dropped it',
  };
  return `${id} ${texts[outcome]}`;
}

function addDrop(parent: Command, terminal: Terminal): void {
  addChoice(parent.command('drop').description('delete the messages for good'))
    .option('--yes', 'delete them; without it, only show the loss')
    .action(
      (
        service: ServiceName,
        ids: readonly number[] | undefined,
        options: ChoiceOptions & { readonly yes?: true },
      ) =>
        printAnswer(terminal, options, {
          work: async (ask) => {
            const letters = await choose(ask, service, { ...options, ids });
            const dropped: number[] = [];
            if (options.yes)
              await inRequests(letters, async (chosen) => {
                dropped.push(...(await ask(deadLetterOperations[service].drop, chosen)).dropped);
              });
            return { chosen: letters, dropped };
          },
          inWords: ({ chosen, dropped }) =>
            options.yes ? `Dropped ${dropped.length} dead letters.` : lossText(chosen),
        }),
    );
}

function lossText(letters: readonly DeadLetter[]): string {
  if (letters.length === 0) return 'No dead letters.';
  const byLoss = Map.groupBy(letters, ({ loss }) => loss);
  const losses = [...byLoss].map(([loss, { length }]) => `${length} dead letters: ${loss}`);
  return [...losses, 'Nothing was dropped. Repeat the command with --yes to drop them.'].join('\n');
}
