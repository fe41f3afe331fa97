import { setTimeout as delay } from 'node:timers/promises';
import type { Command } from 'commander';
import type { NatsConnection } from 'nats';
import { recordsDelete } from '@svc/contracts';
import { AdminError } from '../admin-error.ts';
import { readAdminConfig, type AdminConfig } from '../config.ts';
import { withDatabases, type Databases } from '../databases.ts';
import { erasePublished, isHeard } from '../erasing/published.ts';
import {
  eraseCopies,
  eraseRest,
  isGone,
  tombstonesOf,
  tracesOf,
  type Tombstone,
  type Trace,
} from '../erasing/traces.ts';
import { findDeployment, findMongodb } from '../find-deployment.ts';
import { noteAudit } from '../note-audit.ts';
import { withBus, withDeployment } from '../services.ts';
import { table } from '../table.ts';
import { printLine, type Terminal } from '../terminal.ts';
import { idArgument } from './whole-number.ts';

const postType = 'contacts';
const timeoutMs = 60_000;
const pauseMs = 200;

export function addEraseCommands(erase: Command, terminal: Terminal): void {
  addEraseContact(erase, terminal);
  addEraseList(erase, terminal);
}

function addEraseContact(parent: Command, terminal: Terminal): void {
  parent
    .command('contact')
    .description('show the stored data of a person; with --yes, erase it permanently')
    .argument('<id>', 'the id of the contact', idArgument)
    .option('--yes', 'erase it; this cannot be undone')
    .option('--json', 'print {"id","erased","traces":[{"where","what","count"}]}')
    .action(async (id: number, { yes, json }: { yes?: true; json?: true }) => {
      const config = readAdminConfig(terminal.env);
      const person = { _id: id, postType, at: new Date() };
      if (yes) await noteAudit(terminal, { action: 'person.erased', subject: `contacts/${id}` });
      const traces = await withDatabases(await findMongodb(config), (databases) =>
        yes ? erase(person, databases, config) : look(person, databases),
      );
      const heading = yes
        ? `Erased contact ${id}.`
        : `Nothing was erased. To erase this data, repeat the command with --yes.`;
      const rows = traces.filter(({ count }) => count > 0);
      const lines = rows.map(({ where, what, count }) => [where, what, String(count)]);
      const text = `${heading}\n${table([['WHERE', 'WHAT', 'COUNT'], ...lines])}`;
      printLine(terminal, json ? JSON.stringify({ id, erased: yes === true, traces: rows }) : text);
    });
}

async function look(person: Tombstone, databases: Databases): Promise<Trace[]> {
  const traces = await tracesOf(databases, person);
  if (traces.every(({ count }) => count === 0)) throw new AdminError(`There is no contact ${person._id}.`);
  return traces;
}

/**
 * Erases the copies of a person's data and deletes the record through the records service; when every service has handled that, erases what is
 * left. Repeated after an interruption, it completes the work.
 */
async function erase(person: Tombstone, databases: Databases, config: AdminConfig): Promise<Trace[]> {
  const tombstones = tombstonesOf(databases);
  const isKnown = (await tombstones.countDocuments({ _id: person._id })) > 0;
  const before = await (isKnown ? tracesOf(databases, person) : look(person, databases));
  await tombstones.updateOne({ _id: person._id }, { $setOnInsert: { ...person } }, { upsert: true });
  await eraseCopies(databases, person);
  await withDeployment(config, ({ ask }) => ask(recordsDelete, { post_type: postType, id: person._id }));
  return withBus((await findDeployment(config)).bus, async (bus) => {
    await heardByAll(databases, bus, person);
    await eraseRest(databases, person);
    return [...before, ...(await erasePublished(bus, person))];
  });
}

/** @throws AdminError when services are still behind after a minute: the events must stay until they are handled. */
async function heardByAll(databases: Databases, bus: NatsConnection, person: Tombstone): Promise<void> {
  const manager = await bus.jetstreamManager();
  const began = performance.now();
  while (!((await isGone(databases, person)) && (await isHeard(manager)))) {
    if (performance.now() - began > timeoutMs)
      throw new AdminError(
        'The record is deleted, but some services have not removed their data within a minute. Run the command again when all services are ready.',
      );
    await delay(pauseMs);
  }
}

/** `erase list`: prints the input of `restore --erased`, for backups made before a person was erased. */
function addEraseList(parent: Command, terminal: Terminal): void {
  parent
    .command('list')
    .description('list erased persons by id; with --json, as input of `restore --erased`')
    .option('--json', 'print a JSON array of {"id","post_type","at"}')
    .action(async ({ json }: { json?: true }) => {
      const url = await findMongodb(readAdminConfig(terminal.env));
      const all = await withDatabases(url, (databases) =>
        tombstonesOf(databases).find().sort({ at: 1 }).toArray(),
      );
      const listed = all.map(({ _id: id, postType: post_type, at }) => ({
        id,
        post_type,
        at: at.toISOString(),
      }));
      const rows = listed.map((each) => Object.values(each).map(String));
      printLine(terminal, json ? JSON.stringify(listed) : table([['ID', 'TYPE', 'ERASED'], ...rows]));
    });
}
