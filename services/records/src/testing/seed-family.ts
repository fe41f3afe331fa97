import { anyLinkTerm, linkTerm, manyLinksTerm, maxLinks } from '../model/links.ts';
import { edgeBetween, endName, oppositeEnd } from '../model/side.ts';
import type { End } from '../model/edge.ts';
import type { RecordsHarness } from './records-harness.ts';

/** The end of who was baptized, and that of who has baptized. */
const child: End = { key: 'baptizer_to_baptized', side: 'from' };
const parent = oppositeEnd(child);

/**
 * Contacts as if they had been connected one by one, beside the operations: each but the first was baptized by the one
 * that stands at `baptizerOf`, and has the generation that follows from it.
 */
export async function seedFamily(
  harness: RecordsHarness,
  size: number,
  baptizerOf: (index: number) => number,
): Promise<number[]> {
  const ids = await harness.seed('contacts', size, { fields: { type: 'access', overall_status: 'active' } });
  const baptizers = ids.map((_id, index) => (index === 0 ? undefined : ids[baptizerOf(index)]));
  const children = Map.groupBy(ids.slice(1), (_id, index) => baptizers[index + 1]);
  const generations = new Map<number | undefined, number>([[undefined, -1]]);
  const updates = ids.map((id, index) => {
    const generation = (generations.get(baptizers[index]) ?? 0) + 1;
    generations.set(id, generation);
    const { degrees, linkTerms } = connected(baptizers[index], children.get(id) ?? []);
    const $set = {
      degrees,
      linkTerms,
      'fields.baptism_generation': generation,
      'sort.baptism_generation': generation,
    };
    return { updateOne: { filter: { _id: id }, update: { $set } } };
  });
  await harness.documents.bulkWrite(updates);
  await harness.edges.collection.insertMany(edgesOf(ids, baptizers));
  return ids;
}

function connected(baptizer: number | undefined, children: readonly number[]) {
  const isMany = children.length > maxLinks;
  const below = isMany ? [manyLinksTerm(parent)] : children.map((id) => linkTerm(parent, id));
  return {
    degrees: {
      ...(baptizer === undefined ? {} : { [endName(child)]: 1 }),
      ...(children.length === 0 ? {} : { [endName(parent)]: children.length }),
    },
    linkTerms: [
      ...(baptizer === undefined ? [] : [anyLinkTerm(child), linkTerm(child, baptizer)]),
      ...(children.length === 0 ? [] : [anyLinkTerm(parent), ...below]),
    ],
  };
}

function edgesOf(ids: readonly number[], baptizers: readonly (number | undefined)[]): object[] {
  const createdAt = new Date();
  return ids.flatMap((id, position) => {
    const baptizer = baptizers[position];
    return baptizer === undefined ? [] : [{ ...edgeBetween(child, id, baptizer), createdAt, position }];
  });
}
