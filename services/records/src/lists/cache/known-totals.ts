import type { Registry } from 'prom-client';
import type { RecordChanges } from '../../store/record-changes.ts';
import { KnownAnswers } from './known-answers.ts';

/** How many records meet a condition, counted again only when something that it depends on has changed. */
export type KnownTotals = KnownAnswers<number>;

const mostKept = 5_000;

/** The totals of lists that one service knows. */
export function knownTotals(changes: RecordChanges, registry: Registry): KnownTotals {
  return new KnownAnswers({
    changes,
    registry,
    maxSize: mostKept,
    sizeOf: () => 1,
    counter: {
      name: 'svc_list_totals_total',
      help: 'Totals of lists by where they come from: known, or counted.',
      made: 'counted',
    },
  });
}
