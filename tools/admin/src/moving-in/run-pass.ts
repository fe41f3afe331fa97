import type { Move } from './move.ts';
import type { SourceListItem } from './source-answers.ts';
import { readPages, type PageQuery } from './read-pages.ts';

/** A pass over all records of a type. Its progress is reported, and stored in the checkpoint under its name. */
export interface Pass extends PageQuery {
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
