import type { OutputOf, recordsViewable } from '@svc/contracts';
import type { Candidate } from './candidate.ts';

/** A record as records shows it to somebody who may view it. */
export type HitRecord = OutputOf<typeof recordsViewable>['records'][number];

/** A candidate that the caller may view, with nothing found in it that it does not hold now. */
export interface Hit {
  readonly candidate: Candidate;
  readonly record: HitRecord;
}
