import { recordsViewable } from '@svc/contracts';
import { inBatches, type Call } from '@svc/service-kit';
import { boundText } from '../projection/bounds.ts';
import type { Candidate, Hit, HitRecord } from './hit.ts';
import { confirmComments } from './confirm-comments.ts';
import { confirmMeta, type Asked } from './confirm-meta.ts';
import { holdsText } from './holds-text.ts';

/**
 * The candidates that the caller may view, with the matches that still hold. The index may be stale, so its texts of
 * changed records and comments are compared with the current ones.
 */
export async function confirmHits(
  candidates: readonly Candidate[],
  query: string,
  { call, deps }: { call: Asked['call'] & Pick<Call, 'ask'>; deps: Asked['deps'] },
): ReturnType<typeof confirmComments> {
  const viewable = await viewableRecords(
    candidates.map(({ id }) => id),
    call,
  );
  const seen = candidates.flatMap((candidate) => {
    const record = viewable.get(candidate.id);
    return record ? [withNameNow({ candidate, record }, query)] : [];
  });
  const asked = { query, call, deps };
  const { hits, isWithoutComments } = await confirmComments(await confirmMeta(seen, asked), asked);
  return { hits: hits.filter(isFound), isWithoutComments };
}

/** Needs no request: the current name is part of the viewable record. */
function withNameNow({ candidate, record }: Hit, query: string): Hit {
  const { name, ...others } = candidate;
  if (!name || name.version === record.version || name.text === boundText(record.name))
    return { candidate, record };
  if (!holdsText(record.name, query)) return { candidate: others, record };
  const now = { text: record.name, version: record.version, match: 'words' as const };
  return { candidate: { ...others, name: now }, record };
}

function isFound({ candidate: { isId, name, meta, comment } }: Hit): boolean {
  return isId === true || name !== undefined || meta !== undefined || comment !== undefined;
}

/** Ids per request to the records service. */
const batchSize = 2_000;

/**
 * The records that the caller may view, by id, in their current state. The records service decides, whatever
 * the index contains.
 */
async function viewableRecords(
  ids: readonly number[],
  call: Pick<Call, 'ask'>,
): Promise<ReadonlyMap<number, HitRecord>> {
  const answers = await Promise.all(
    inBatches(ids, batchSize).map((batch) => call.ask(recordsViewable, { ids: batch })),
  );
  return new Map(answers.flatMap(({ records }) => records).map((record) => [record.id, record]));
}
