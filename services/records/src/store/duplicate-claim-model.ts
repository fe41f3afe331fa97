import type { Connection } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';

/** A value that creates with `check_for_duplicates` have searched for; see `claim-values.ts`. */
export interface DuplicateClaim {
  /** A hash of post type, field and value. */
  readonly _id: string;
  /** Replaced by each create with this value; never the same twice. */
  readonly token: string;
  readonly at: Date;
}

/** Seconds that a claim is stored: it only has to outlive the time between a read and its transaction. */
const kept = 60;

export const duplicateClaimModel = (connection: Connection) =>
  storedModel<DuplicateClaim>(connection, 'duplicate_claims', [{ at: 1 }, { expireAfterSeconds: kept }]);
