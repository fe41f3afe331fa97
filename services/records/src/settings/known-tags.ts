import type { Registry } from 'prom-client';
import { KnownAnswers } from '../lists/cache/known-answers.ts';
import type { RecordChanges } from '../store/record-changes.ts';

/** The tags that somebody sees in use, put together again only when something that they depend on has changed. */
export type KnownTags = KnownAnswers<readonly string[]>;

/** The sum of all that are kept. */
const mostKept = 100_000;
/** Clients ask for settings whenever they start, and nobody waits for a tag that was written in the same second. */
const toldUnseen = 1_000;

/** The tags in use that one service knows. */
export function knownTags(changes: RecordChanges, registry: Registry): KnownTags {
  return new KnownAnswers({
    changes,
    registry,
    toldUnseen,
    maxSize: mostKept,
    sizeOf: (tags) => 1 + tags.length,
    counter: {
      name: 'svc_tags_in_use_total',
      help: 'Tags in settings by where they come from: known, or gathered.',
      made: 'gathered',
    },
  });
}
