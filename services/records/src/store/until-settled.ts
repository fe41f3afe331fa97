import type { Model } from 'mongoose';
import type { DerivedForms } from './site-settings-model.ts';

/** For what is read and written at once, in milliseconds. */
const patience = 60_000;
/** Longer than instances of two versions ever run beside each other. In milliseconds. */
const longestUpdate = 24 * 60 * 60 * 1_000;

/**
 * Puts right what instances of an earlier version write without it: at each start, until one that comes a day after the first finds nothing.
 * `putRight` looks at all and says how much it has changed; it is called until that is nothing, as somebody may be writing the same.
 */
export async function untilSettled(
  derivedForms: Model<DerivedForms>,
  id: DerivedForms['_id'],
  putRight: () => Promise<number>,
): Promise<void> {
  const kept = await derivedForms.findById(id).maxTimeMS(patience).lean();
  if (kept?.forms['settled'] !== undefined) return;
  const now = new Date();
  const begun = kept?.forms['begun'] ?? now.toISOString();
  let isRight = true;
  while ((await putRight()) > 0) isRight = false;
  const isSettled = isRight && now.getTime() - Date.parse(begun) >= longestUpdate;
  await derivedForms.updateOne(
    { _id: id },
    { $set: { 'forms.begun': begun, ...(isSettled ? { 'forms.settled': now.toISOString() } : {}) } },
    { upsert: true, maxTimeMS: patience },
  );
}

/** What a cursor brings, so many together. */
export async function* inParts<Item>(items: AsyncIterable<Item>, most = 1_000): AsyncGenerator<Item[]> {
  let part: Item[] = [];
  for await (const item of items) {
    part.push(item);
    if (part.length < most) continue;
    yield part;
    part = [];
  }
  if (part.length > 0) yield part;
}
