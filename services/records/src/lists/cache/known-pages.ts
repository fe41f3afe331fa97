import type { Registry } from 'prom-client';
import type { RecordChanges } from '../../store/record-changes.ts';
import { KnownAnswers } from './known-answers.ts';
import type { MadePage } from './made-page.ts';

/** First pages of lists as their callers read them, made again only when something that they depend on has changed. */
export type KnownPages = KnownAnswers<MadePage>;

/** What a page takes besides its text, for each record that it shows or names. */
const recordBytes = 100;

/** The pages that one service knows, in so many bytes. */
export function knownPages(changes: RecordChanges, registry: Registry, maxBytes: number): KnownPages {
  return new KnownAnswers({
    changes,
    registry,
    maxSize: maxBytes,
    sizeOf: ({ json, ids, names }) =>
      json.byteLength + recordBytes * (1 + ids.length + names.people.length + names.places.length),
    counter: {
      name: 'svc_list_pages_total',
      help: 'First pages of lists by where they come from: known, or made.',
      made: 'made',
    },
  });
}
