import type { Collections } from '../store/collections.ts';
import type { EdgeDocument } from '../model/edge.ts';
import { inParts, untilSettled } from '../store/until-settled.ts';
import { isDescribed } from '../model/connection-item.ts';
import { endOfEdge } from './end-of-edge.ts';
import { describedLinks } from '../model/links.ts';

type Deps = Pick<Collections, 'records' | 'edges' | 'derivedForms'>;

/** For what is read and written at once, in milliseconds. */
const patience = 60_000;

/**
 * Gives the records whose connections are described the words that say so (`describedLinks`): written before there were such words, or by an
 * instance that does not know them, they have none. To be done before anything is answered. No version is raised: what is told of the records,
 * and indexed of them, stays as it is.
 */
export async function markDescribed({ records, edges, derivedForms }: Deps): Promise<void> {
  await untilSettled(derivedForms, 'links', async () => {
    let marked = 0;
    const withMeta = edges
      .find({ meta: { $exists: true } })
      .lean()
      .cursor();
    for await (const part of inParts(withMeta)) marked += await mark({ records }, part.filter(isDescribed));
    return marked;
  });
}

/** How many records got words for these connections. */
async function mark({ records }: Pick<Deps, 'records'>, edges: readonly EdgeDocument[]): Promise<number> {
  const found = await records
    .find({ _id: { $in: edges.flatMap(({ from, to }) => [from, to]) } }, { degrees: 1 })
    .maxTimeMS(patience)
    .lean();
  const byId = new Map(found.map((record) => [record._id, record]));
  const writes = edges.flatMap((edge) =>
    [edge.from, edge.to].flatMap((id) => {
      const record = byId.get(id);
      if (!record) return [];
      const words = describedLinks(endOfEdge(edge, record));
      const filter = { _id: id, links: { $ne: words } };
      return [{ updateOne: { filter, update: { $push: { links: words } } } }];
    }),
  );
  if (writes.length === 0) return 0;
  const { modifiedCount } = await records.bulkWrite(writes, { ordered: false, maxTimeMS: patience });
  return modifiedCount;
}
