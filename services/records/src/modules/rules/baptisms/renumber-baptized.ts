import {
  recordsList,
  recordsUpdate,
  ServiceError,
  type ExtensionCall,
  type ExtensionLogger,
  type RecordEvent,
} from '@svc/contracts';
import { inBatches, sideBySide } from '@svc/service-kit';
import { nextGenerations, type Baptized } from './next-generations.ts';
import { readRecords } from '../read-records.ts';
import { shownIds } from '../shown-values.ts';

/** Maximum number of baptizers in one list query. */
const baptizersAtOnce = 100;
const pageSize = 1_000;
const shown = ['baptized_by', 'baptism_generation'];
const writesAtOnce = 4;
/** Other callers may write at the same time, so each round of changes is followed by another check. */
const maxRounds = 5;

/** The services for renumbering. It runs as the system, since generations do not depend on who may see the contacts. */
interface Renumbering {
  readonly call: ExtensionCall;
  readonly logger: ExtensionLogger;
}

interface Change extends Pick<Baptized, 'id' | 'version'> {
  readonly generation: number;
}

/**
 * Updates baptism generations after a contact's baptizers have changed: those of the contact, of all its descendants, and of its ancestors
 * without one. Writes only generations that differ.
 * @throws Error when other callers keep changing the same contacts; the event is then delivered again.
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
  throw new Error(
    `concurrent writes kept changing the baptism generations that follow from contact ${rootId}`,
  );
}

/** The generations that have to change. A check that is not thorough stops if the nearest contacts are right. */
async function changesFrom(call: ExtensionCall, rootId: number, isThorough: boolean): Promise<Change[]> {
  const [root] = await readBaptized(call, [rootId]);
  if (!root) return [];
  const above = await readUnnumberedAbove(call, root);
  const next = [...above, root, ...(isThorough ? [] : await readBaptizedBy(call, [rootId]))];
  if (!isThorough && (await changesAmong(call, next)).length === 0) return [];
  return changesAmong(call, [...above, ...(await readBaptizedBelow(call, root))]);
}

async function changesAmong(call: ExtensionCall, found: readonly Baptized[]): Promise<Change[]> {
  // In a cycle a contact is both ancestor and descendant.
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

/** Reads contacts with their baptizers and generations; contacts that do not exist are left out. */
async function readBaptized(call: ExtensionCall, ids: readonly number[]): Promise<Baptized[]> {
  const found = await readRecords(call, { postType: 'contacts', ids, fields: shown });
  return [...found].map(([id, { fields, version }]) => {
    const { baptism_generation: generation } = fields;
    return {
      id,
      baptizers: shownIds(fields, 'baptized_by'),
      generation: typeof generation === 'number' ? generation : undefined,
      version,
    };
  });
}

/**
 * A contact and all its descendants in baptism, each once. It reads one level at a time, so that neither a long chain nor a cycle matters.
 */
async function readBaptizedBelow(call: ExtensionCall, root: Baptized): Promise<Baptized[]> {
  const found = new Map([[root.id, root]]);
  for (let level = [root.id]; level.length > 0;) {
    const below = await sideBySide(inBatches(level, baptizersAtOnce), 1, (part) =>
      readBaptizedBy(call, part),
    );
    const unknown = below.flat().filter(({ id }) => !found.has(id));
    for (const contact of unknown) found.set(contact.id, contact);
    level = [...new Set(unknown.map(({ id }) => id))];
  }
  return [...found.values()];
}

/**
 * The ancestors in baptism that have no generation yet: baptizers, their baptizers and so on up to the first with a generation; each once.
 */
async function readUnnumberedAbove(call: ExtensionCall, child: Baptized): Promise<Baptized[]> {
  const found = new Map<number, Baptized>();
  for (let level = child.baptizers; level.length > 0;) {
    const above = await readBaptized(call, level);
    const unnumbered = above.filter(({ id, generation }) => generation === undefined && !found.has(id));
    for (const contact of unnumbered) found.set(contact.id, contact);
    level = unnumbered.flatMap(({ baptizers }) => baptizers);
  }
  return [...found.values()];
}

/** Contacts whom any of these contacts has baptized. */
async function readBaptizedBy(call: ExtensionCall, baptizers: readonly number[]): Promise<Baptized[]> {
  const ids: number[] = [];
  for (;;) {
    const page = { sort: 'post_date', limit: pageSize, offset: ids.length };
    const query = { baptized_by: baptizers, fields_to_return: ['name'], ...page };
    const { posts } = await call(recordsList, { post_type: 'contacts', query });
    ids.push(...posts.map(({ ID: id }) => id));
    if (posts.length < pageSize) return readBaptized(call, ids);
  }
}

/**
 * Writes a few generations at a time, the largest first: if it is interrupted, the contacts nearest to the root still differ, so that a
 * repetition notices. Returns the ids of refused writes.
 */
async function writeAll(services: Renumbering, changes: readonly Change[]): Promise<number[]> {
  const byGeneration = Map.groupBy(changes, ({ generation }) => generation);
  const lastFirst = [...byGeneration].sort(([one], [other]) => other - one);
  const refused: number[] = [];
  for (const [, group] of lastFirst) {
    const allowed = await sideBySide(group, writesAtOnce, (change) => write(services, change));
    refused.push(...group.filter((_change, index) => !allowed[index]).map(({ id }) => id));
  }
  return refused;
}

/** Writes a generation unless the contact has changed since it was read. Returns false if the write was refused. */
async function write({ call, logger }: Renumbering, { id, version, generation }: Change): Promise<boolean> {
  const fields = { baptism_generation: generation };
  try {
    await call(recordsUpdate, { post_type: 'contacts', id, fields, silent: true, version });
    return true;
  } catch (error) {
    if (error instanceof ServiceError && error.code === 'write_conflict') return true;
    if (!(error instanceof ServiceError) || error.status >= 500) throw error;
    logger.warn({ err: error, id, generation }, 'failed to write a baptism generation');
    return false;
  }
}
