import {
  recordsUpdate,
  ServiceError,
  type ExtensionCall,
  type ExtensionLogger,
  type RecordEvent,
} from '@svc/contracts';
import type { Baptized } from './baptism-order.ts';
import { nextGenerations } from './next-generations.ts';
import { readBaptized, readBaptizedBelow, readBaptizedBy, readUnnumberedAbove } from './read-baptized.ts';

const writesAtOnce = 4;
/** Others may write meanwhile, so it is looked once more after each round of changes. */
const maxRounds = 5;

/** What the numbers of the baptized are renewed with: as the system, since they follow whoever may see the contacts. */
export interface Renumbering {
  readonly call: ExtensionCall;
  readonly logger: ExtensionLogger;
}

interface Change extends Pick<Baptized, 'id' | 'version'> {
  readonly generation: number;
}

/**
 * After a change of who has baptized a contact: its baptism generation, and that of everybody who follows from it, and of those
 * before it who have none yet, writing only what is another number.
 * @throws Error when others change the same contacts again and again; the event then comes once more.
 */
export async function renumberBaptized(services: Renumbering, { data }: RecordEvent): Promise<void> {
  const rootId = data.record.id;
  const refused = new Set<number>();
  for (let round = 0; round < maxRounds; round += 1) {
    const changes = await changesFrom(services.call, rootId, round > 0);
    const toWrite = changes.filter(({ id }) => !refused.has(id));
    if (toWrite.length === 0) return;
    for (const id of await writeAll(services, toWrite)) refused.add(id);
  }
  throw new Error(`the baptism generations that follow from contact ${rootId} changed again and again`);
}

/** Which numbers have to become other ones. Unless all are to be looked at, the next ones tell whether any has to. */
async function changesFrom(call: ExtensionCall, rootId: number, isThorough: boolean): Promise<Change[]> {
  const [root] = await readBaptized(call, [rootId]);
  if (!root) return [];
  const above = await readUnnumberedAbove(call, root);
  const next = [...above, root, ...(isThorough ? [] : await readBaptizedBy(call, [rootId]))];
  if (!isThorough && (await changesAmong(call, next)).length === 0) return [];
  return changesAmong(call, [...above, ...(await readBaptizedBelow(call, root))]);
}

async function changesAmong(call: ExtensionCall, found: readonly Baptized[]): Promise<Change[]> {
  // In a circle somebody is both above and below.
  const ids = new Map(found.map((contact) => [contact.id, contact]));
  const contacts = [...ids.values()];
  const others = contacts.flatMap(({ baptizers }) => baptizers.filter((baptizer) => !ids.has(baptizer)));
  const outside = (await readBaptized(call, others)).map(({ id, generation }) => [id, generation] as const);
  const generations = nextGenerations(contacts, new Map(outside));
  return contacts.flatMap(({ id, version, generation: former }) => {
    const generation = generations.get(id);
    return generation === undefined || generation === former ? [] : [{ id, version, generation }];
  });
}

/**
 * Writes a few at a time, and nobody before those who follow from them: when it is broken off, a repetition finds among
 * the first ones that there is something to do. Answers those that were refused.
 */
async function writeAll(services: Renumbering, changes: readonly Change[]): Promise<number[]> {
  const byGeneration = Map.groupBy(changes, ({ generation }) => generation);
  const lastFirst = [...byGeneration].sort(([one], [other]) => other - one);
  const refused: number[] = [];
  for (const part of lastFirst.flatMap(([, group]) => chunks(group, writesAtOnce))) {
    const allowed = await Promise.all(part.map((change) => write(services, change)));
    refused.push(...part.filter((_change, index) => !allowed[index]).map(({ id }) => id));
  }
  return refused;
}

/**
 * Writes a number, unless the contact has changed since it was read: the next round looks at it again. Answers whether it may be
 * written.
 */
async function write({ call, logger }: Renumbering, { id, version, generation }: Change): Promise<boolean> {
  const fields = { baptism_generation: generation };
  try {
    await call(recordsUpdate, { post_type: 'contacts', id, fields, silent: true, version });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'write_conflict') return true;
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    logger.warn({ err: error, id, generation }, 'a baptism generation could not be written');
    return false;
  }
}

function chunks<Item>(items: readonly Item[], size: number): Item[][] {
  const count = Math.ceil(items.length / size);
  return Array.from({ length: count }, (_, index) => items.slice(index * size, (index + 1) * size));
}
