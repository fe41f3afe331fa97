import { recordsViewable } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { Candidate } from './candidate.ts';
import type { Hit, HitRecord } from './hit.ts';

/** As many ids as one question to records may have. */
const atOnce = 2_000;

/** Those candidates that the caller may view, as they are now; records decides, whatever the index says. */
export async function confirmHits(candidates: readonly Candidate[], call: Pick<Call, 'ask'>): Promise<Hit[]> {
  const ids = candidates.map(({ id }) => id);
  const questions: Promise<{ records: HitRecord[] }>[] = [];
  for (let start = 0; start < ids.length; start += atOnce) {
    questions.push(call.ask(recordsViewable, { ids: ids.slice(start, start + atOnce) }));
  }
  const answers = await Promise.all(questions);
  const viewable = new Map(answers.flatMap(({ records }) => records).map((record) => [record.id, record]));
  return candidates.flatMap((candidate) => {
    const record = viewable.get(candidate.id);
    return record ? [{ candidate, record }] : [];
  });
}
