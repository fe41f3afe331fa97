import type { Move } from './move.ts';
import type { SourceListItem } from './source-answers.ts';
import { readPages, type PageQuery } from './read-pages.ts';

/** A pass over all records of a type, whose progress is shown, and kept for the next attempt under its name. */
export interface Pass extends PageQuery {
  readonly name: string;
}

/** Does `work` for each page of records, from where an earlier attempt was; a pass that is over is not begun again. */
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
    await move.checkpoint.save(pass.name, page.position, move.leftOut.length);
    ({ total } = page);
    done = page.position.offset;
    move.progress.show({ what: pass.name, done, of: total });
  }
  if (done < total)
    await move.leftOut.add([
      { what: pass.postType, reason: `The source counts ${total} and lists ${done}.` },
    ]);
  await move.checkpoint.save(pass.name, 'done', move.leftOut.length);
}
