import type { HttpClient } from '@svc/service-kit/http-client';
import type { DuplicateDeps } from '../duplicates/duplicate-deps.ts';
import type { Collections } from '../store/collections.ts';
import type { RecordLocks } from '../revision/record-locks.ts';

/** The dependencies of sending and receiving contacts. */
export interface TransferDeps extends DuplicateDeps, Pick<Collections, 'transfers'> {
  /** Sends requests to other sites. */
  readonly http: Pick<HttpClient, 'send'>;
  /** Timeout of a request, in milliseconds. */
  readonly maxRequestMs: number;
  /** Locks on contacts that are being transferred. */
  readonly transferring: RecordLocks;
}
