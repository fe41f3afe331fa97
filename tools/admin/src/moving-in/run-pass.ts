import type { PassState } from './checkpoint.ts';
import type { Move } from './move.ts';
import { sourceListSchema, type SourceListItem } from './source-answers.ts';
import type { SourceClient } from './source-client.ts';

/** A pass over all records of a type. Its progress is reported, and stored in the checkpoint under its name. */
interface Pass {
  readonly postType: string;
  readonly fields: readonly string[];
  readonly name: string;
}

/** Runs `work` for each page of records, from the position of the checkpoint; a pass that is done is skipped. */
export async function runPass(
  move: Move,
  pass: Pass,
  work: (records: readonly SourceListItem[]) => Promise<void>,
): Promise<void> {
  const state = move.checkpoint.of(pass.name);
  if (state === 'done') return;
  let total = 0;
  let done = state?.offset ?? 0;
  for await (const page of readPages(move.source, pass, state)) {
    await work(page.records);
    await move.checkpoint.save(pass.name, page.position, lengthsOf(move));
    ({ total } = page);
    done = page.position.offset;
    move.progress.show({ what: pass.name, done, of: total });
  }
  if (done < total)
    await move.leftOut.add({
      what: pass.postType,
      reason: `The source counts ${total} records but lists ${done}.`,
    });
  await move.checkpoint.save(pass.name, 'done', lengthsOf(move));
}

const lengthsOf = ({ leftOut, ids }: Move) => ({ reported: leftOut.length, listed: ids.length });

const pageSize = 100;

/**
 * All records of a type, the oldest first, so that records created meanwhile come last. Each page overlaps the previous one by a record. Without
 * a known record in the page, some were deleted, and the reading goes back until it finds one. Records may come twice, but none is skipped.
 */
async function* readPages(
  source: Pick<SourceClient, 'get'>,
  { postType, fields }: Pass,
  start: Exclude<PassState, 'done'> = { offset: 0, last: [] },
) {
  const read = (offset: number) =>
    source.get(`dt-posts/v2/${postType}`, sourceListSchema, {
      sort: 'post_date',
      offset,
      limit: pageSize,
      fields_to_return: fields,
    });
  let { offset, last } = start;
  for (;;) {
    let from = Math.max(0, offset - 1);
    let page = await read(from);
    while (from > 0 && last.length > 0 && !page.posts.some(({ ID }) => last.includes(ID))) {
      from = Math.max(0, from - pageSize + 1);
      page = await read(from);
    }
    const known = page.posts.findLastIndex(({ ID }) => last.includes(ID));
    const records = page.posts.slice(known + 1);
    if (records.length === 0) return;
    offset = from + page.posts.length;
    last = page.posts.map(({ ID }) => ID);
    yield { records, position: { offset, last }, total: page.total };
  }
}
