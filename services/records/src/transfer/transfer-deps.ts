import type { HttpClient } from '@svc/service-kit';
import type { DuplicateDeps } from '../duplicates/duplicate-deps.ts';
import type { Collections } from '../store/collections.ts';
import type { RecordLocks } from '../revision/record-locks.ts';

/** What contacts go to other sites and come from there with. */
export interface TransferDeps extends DuplicateDeps, Pick<Collections, 'transfers'> {
  /** By which requests leave for other sites. */
  readonly http: Pick<HttpClient, 'send'>;
  /** How long a request may take, in milliseconds. */
  readonly maxRequestMs: number;
  /** Who transfers the same contact takes turns. */
  readonly transferring: RecordLocks;
}
