import { recordsViewable } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import type { HitRecord } from './hit.ts';

/** As many ids as one question to records may have. */
const atOnce = 2_000;

/** Those of the records that the caller may view, by id and as they are now: records decides, whatever the index says. */
export async function viewableRecords(
  ids: readonly number[],
  call: Pick<Call, 'ask'>,
): Promise<ReadonlyMap<number, HitRecord>> {
  const questions: Promise<{ records: HitRecord[] }>[] = [];
  for (let start = 0; start < ids.length; start += atOnce) {
    questions.push(call.ask(recordsViewable, { ids: ids.slice(start, start + atOnce) }));
  }
  const answers = await Promise.all(questions);
  return new Map(answers.flatMap(({ records }) => records).map((record) => [record.id, record]));
}
