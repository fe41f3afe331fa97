import type { Move } from './move.ts';
import type { SourceListItem } from './source-answers.ts';
import { walkRecords, type Walk } from './walk-records.ts';

/** A walk whose progress is shown, and kept for the next attempt under its name. */
export interface NamedWalk extends Walk {
  readonly name: string;
}

/** Does `work` for each page of records, from where an earlier attempt was; a walk that is over is not begun again. */
export async function walkThrough(
  move: Move,
  walk: NamedWalk,
  work: (records: readonly SourceListItem[]) => Promise<void>,
): Promise<void> {
  const state = move.checkpoint.of(walk.name);
  if (state === 'done') return;
  let total = 0;
  let done = state?.offset ?? 0;
  for await (const page of walkRecords(move.source, walk, state)) {
    await work(page.records);
    await move.checkpoint.save(walk.name, page.position, move.leftOut.length);
    ({ total } = page);
    done = page.position.offset;
    move.progress.show({ what: walk.name, done, of: total });
  }
  if (done < total)
    await move.leftOut.add([
      { what: walk.postType, reason: `The source counts ${total} and lists ${done}.` },
    ]);
  await move.checkpoint.save(walk.name, 'done', move.leftOut.length);
}
