import { recordsList, type ExtensionCall } from '@svc/contracts';
import type { Baptized } from './next-generations.ts';
import { readRecords } from '../read-records.ts';
import { shownIds } from '../shown-values.ts';

/** Maximum number of baptizers in one list query. */
const baptizersAtOnce = 100;
const pageSize = 1_000;
const shown = ['baptized_by', 'baptism_generation'];

/** Reads contacts with their baptizers and generations; contacts that do not exist are left out. */
export async function readBaptized(call: ExtensionCall, ids: readonly number[]): Promise<Baptized[]> {
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
export async function readBaptizedBelow(call: ExtensionCall, root: Baptized): Promise<Baptized[]> {
  const found = new Map([[root.id, root]]);
  for (let level = [root.id]; level.length > 0;) {
    const below = await readNextLevel(call, level);
    const unknown = below.filter(({ id }) => !found.has(id));
    for (const contact of unknown) found.set(contact.id, contact);
    level = [...new Set(unknown.map(({ id }) => id))];
  }
  return [...found.values()];
}

async function readNextLevel(call: ExtensionCall, level: readonly number[]): Promise<Baptized[]> {
  const below: Baptized[] = [];
  for (let start = 0; start < level.length; start += baptizersAtOnce)
    below.push(...(await readBaptizedBy(call, level.slice(start, start + baptizersAtOnce))));
  return below;
}

/**
 * The ancestors in baptism that have no generation yet: baptizers, their baptizers and so on up to the first with a generation; each once.
 */
export async function readUnnumberedAbove(call: ExtensionCall, child: Baptized): Promise<Baptized[]> {
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
export async function readBaptizedBy(call: ExtensionCall, baptizers: readonly number[]): Promise<Baptized[]> {
  const ids: number[] = [];
  for (;;) {
    const page = { sort: 'post_date', limit: pageSize, offset: ids.length };
    const query = { baptized_by: baptizers, fields_to_return: ['name'], ...page };
    const { posts } = await call(recordsList, { post_type: 'contacts', query });
    ids.push(...posts.map(({ ID: id }) => id));
    if (posts.length < pageSize) return readBaptized(call, ids);
  }
}
