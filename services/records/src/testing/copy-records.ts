import { privateValuesId } from '../store/private-values-model.ts';
import type { RecordsHarness } from './records-harness.ts';

/** Stores records once more as they were when they were read; id → that of its copy, for each of them. */
export type CopyRecords = () => Promise<ReadonlyMap<number, number>>;

/** Reads records, what users keep in them and the connections among them, to store them again and again. */
export async function readForCopies(harness: RecordsHarness, ids: readonly number[]): Promise<CopyRecords> {
  const { documents, edges, privateValues } = harness;
  const among = { $in: [...ids] };
  const records = await documents.find({ _id: among }).sort({ _id: 1 }).lean();
  const kept = await privateValues.find({ recordId: among }).lean();
  const connections = await edges.find({ from: among, to: among }).lean();
  return async () => {
    const copies = new Map<number, number>();
    for (const { _id, postType } of records) copies.set(_id, (await harness.seed(postType, 1))[0] ?? 0);
    const copyOf = (id: number) => copies.get(id) ?? id;
    for (const { _id, linkTerms = [], ...record } of records) {
      const links = linkTerms.map((term) => term.replace(/\d+$/, (id) => String(copyOf(Number(id)))));
      await documents.replaceOne({ _id: copyOf(_id) }, { ...record, linkTerms: links });
    }
    await privateValues.insertMany(
      kept.map((values) => {
        const recordId = copyOf(values.recordId);
        return { ...values, recordId, _id: privateValuesId(recordId, values.userId) };
      }),
    );
    await edges.insertMany(
      connections.map((edge) => {
        const from = copyOf(edge.from);
        const to = copyOf(edge.to);
        return { ...edge, from, to, _id: `${edge.key}:${from}:${to}` };
      }),
    );
    return copies;
  };
}
