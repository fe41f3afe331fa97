import type { RecordsDeps } from '../deps.ts';
import type { EdgeDocument } from '../store/edge-model.ts';
import { isDescribed } from './connection-item.ts';
import { endOfEdge } from './end-of-edge.ts';
import { describedLinks } from './links.ts';

type Deps = Pick<RecordsDeps, 'records' | 'edges' | 'derivedForms'>;

/** For what is read and written at once, in milliseconds. */
const patience = 60_000;

/**
 * Gives the records whose connections are described the words that say so (`describedLinks`), once in the life of a database: written
 * before there were such words, they have none. To be done before anything is answered.
 */
export async function markDescribed({ records, edges, derivedForms }: Deps): Promise<void> {
  if (await derivedForms.findById('links').maxTimeMS(patience).lean()) return;
  for await (const edge of edges
    .find({ meta: { $exists: true } })
    .lean()
    .cursor()) {
    if (isDescribed(edge)) await Promise.all([edge.from, edge.to].map((id) => mark({ records }, edge, id)));
  }
  await derivedForms.updateOne(
    { _id: 'links' },
    { $set: { forms: { described: 'words' } } },
    { upsert: true, maxTimeMS: patience },
  );
}

/** Another instance may be writing the record: with a new version it reads it again. */
async function mark({ records }: Pick<Deps, 'records'>, edge: EdgeDocument, id: number): Promise<void> {
  const record = await records.findById(id, { degrees: 1 }).maxTimeMS(patience).lean();
  if (!record) return;
  const words = describedLinks(endOfEdge(edge, record));
  await records.updateOne(
    { _id: id, links: { $ne: words } },
    { $push: { links: words }, $inc: { version: 1 } },
    { maxTimeMS: patience },
  );
}
