import type { EdgeDocument, End } from '../model/edge.ts';
import type { ConnectionSearch } from '../model/filter.ts';
import type { Call } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';
import { readLean } from '../store/read-with-deadline.ts';
import { manyLinksTerm } from '../model/links.ts';
import { edgesOf, oppositeEnd } from '../model/side.ts';

/** The lookups that filters by connection need; each is a query. */
export function connectionSearch(
  call: Pick<Call, 'actor' | 'deadline'>,
  deps: Pick<ReadDeps, 'records' | 'edges' | 'postTypes'>,
): ConnectionSearch {
  return {
    async wellConnected(end, otherIds) {
      if (otherIds.length === 0) return [];
      const linked = deps.records.find({ linkTerms: manyLinksTerm(end) }, { _id: 1 });
      const many = await readLean<{ _id: number }[]>(call, linked);
      if (many.length === 0) return [];
      const ids = many.map(({ _id }) => _id);
      const filter = { $and: [edgesOf(end, ids), edgesOf(oppositeEnd(end), otherIds)] };
      const edges = await readLean<EdgeDocument[]>(call, deps.edges.find(filter, { from: 1, to: 1 }));
      const connected = new Set(edges.flatMap(({ from, to }) => [from, to]));
      return ids.filter((id) => connected.has(id));
    },

    async callersContact() {
      const { userId } = call.actor;
      const { key: postType, userField } = deps.postTypes.ofUsers() ?? {};
      if (userId === 0 || !postType) return undefined;
      const own = deps.records.findOne({ postType, [`fields.${userField}`]: userId }, { _id: 1 });
      const contact = await readLean<{ _id: number } | null>(call, own);
      return contact?._id;
    },
  };
}

/** More records than this are not held as ids: the database counts them. */
const maxConnected = 20_000;

/** The records that are connected at this end with one of these records; undefined if they are too many. */
export async function connectedIds(
  call: Pick<Call, 'deadline'>,
  { edges }: Pick<ReadDeps, 'edges'>,
  end: End,
  otherIds: readonly number[],
): Promise<readonly number[] | undefined> {
  if (otherIds.length === 0) return [];
  const query = edges.find(edgesOf(oppositeEnd(end), otherIds), { _id: 0, from: 1, to: 1 });
  const found = await readLean<Pick<EdgeDocument, 'from' | 'to'>[]>(call, query.limit(maxConnected + 1));
  if (found.length > maxConnected) return undefined;
  const others = new Set(otherIds);
  const connected = found.flatMap(({ from, to }) => {
    if (end.side !== 'any') return end.side === 'from' ? from : to;
    return [...(others.has(to) ? [from] : []), ...(others.has(from) ? [to] : [])];
  });
  return [...new Set(connected)];
}
