import type { CommentsDeps } from '../deps.ts';

/** Remembers where the comments of a record went. One that goes on is not merged any more, whatever was before. */
export async function rememberMerge(
  { mergedRecords }: Pick<CommentsDeps, 'mergedRecords'>,
  { fromId, toId }: { fromId: number; toId: number },
): Promise<void> {
  await mergedRecords.updateOne(
    { _id: fromId },
    // A move that is delivered again is no later merge.
    { $set: { toId }, $setOnInsert: { mergedAt: new Date() } },
    { upsert: true },
  );
  await mergedRecords.deleteOne({ _id: toId, toId: fromId });
}
