import type { FairQueue } from '@svc/service-kit';
import type { HttpClient } from '@svc/service-kit/http-client';
import type { DuplicateDeps } from '../duplicates/duplicate-deps.ts';
import type { Collections } from '../store/collections.ts';
import type { RecordLocks } from '../revision/record-locks.ts';

export interface TransferDeps extends DuplicateDeps, Pick<Collections, 'transfers'> {
  readonly http: Pick<HttpClient, 'send'>;
  readonly maxRequestMs: number;
  /** Locks on contacts that are being transferred. */
  readonly transferring: RecordLocks;
  /** Requests to other sites: few at a time, and never all for one caller. */
  readonly siteRequests: Pick<FairQueue, 'run'>;
}
