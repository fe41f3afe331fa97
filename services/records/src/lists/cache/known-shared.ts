import type { Registry } from 'prom-client';
import type { RecordChanges } from '../../store/record-changes.ts';
import { KnownAnswers } from './known-answers.ts';

/** The records of a type that are shared with a user, gathered again only when any share has changed; null where they are too many. */
export type KnownShared = KnownAnswers<ReadonlySet<number> | null>;

/** The sum of all that are kept, some 30 bytes each. */
const mostKept = 200_000;

/** What is shared with whom, as far as one service knows. */
export function knownShared(changes: RecordChanges, registry: Registry): KnownShared {
  return new KnownAnswers({
    changes,
    registry,
    maxSize: mostKept,
    sizeOf: (ids) => 1 + (ids?.size ?? 0),
    counter: {
      name: 'svc_list_shared_total',
      help: 'Records that are shared with callers of lists by where they come from: known, or gathered.',
      made: 'gathered',
    },
  });
}
