import type { OutputOf, recordsViewable } from '@svc/contracts';
import type { Candidate } from './candidate.ts';

/** A record in the form in which the records service shows it to a caller who may view it. */
export type HitRecord = OutputOf<typeof recordsViewable>['records'][number];

/** A candidate that the caller may view, with confirmed matches only. */
export interface Hit {
  readonly candidate: Candidate;
  readonly record: HitRecord;
}
