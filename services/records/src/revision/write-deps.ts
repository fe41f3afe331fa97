import type { BusCaller, Call } from '@svc/service-kit';
import type { CommandDraft, IdSequence } from '@svc/service-kit/store';
import type { Geocoding } from '../grid/geocoding-provider.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import type { Collections } from '../store/collections.ts';
import type { RecordLocks } from './record-locks.ts';

/** A new record before it is written. */
export interface CreatedRecord {
  readonly postType: PostType;
  readonly record: RecordDocument;
  readonly at: Date;
}

export interface WriteDeps
  extends
    ReadDeps,
    Pick<Collections, 'shares' | 'derivedForms' | 'duplicateClaims' | 'fieldForms' | 'files'> {
  readonly recordIds: IdSequence;
  readonly activityIds: IdSequence;
  readonly shareIds: IdSequence;
  readonly recordLocks: RecordLocks;
  /** Returns commands that are committed with a new record. */
  readonly followUpsOf: (
    call: Pick<Call, 'actor' | 'deadline'>,
    created: CreatedRecord,
  ) => Promise<readonly CommandDraft[]>;
  readonly caller: Pick<BusCaller, 'call'>;
  /** Absent if the installation has no geocoding service. */
  readonly geocoding: Geocoding | undefined;
}
