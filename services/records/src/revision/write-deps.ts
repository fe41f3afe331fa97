import type { BusCaller, Call, CommandDraft, IdSequence } from '@svc/service-kit';
import type { GeocodingProvider } from '../grid/geocoding-provider.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import type { Collections } from '../store/collections.ts';
import type { RecordLocks } from './record-locks.ts';

/** A record as a create is about to write it. */
export interface CreatedRecord {
  readonly postType: PostType;
  readonly record: RecordDocument;
  readonly at: Date;
}

/** What records are written with. */
export interface WriteDeps extends ReadDeps, Pick<Collections, 'shares' | 'derivedForms' | 'files'> {
  readonly recordIds: IdSequence;
  readonly activityIds: IdSequence;
  readonly shareIds: IdSequence;
  readonly recordLocks: RecordLocks;
  /** What is committed with a new record for others to do. */
  readonly followUpsOf: (
    call: Pick<Call, 'actor' | 'deadline'>,
    created: CreatedRecord,
  ) => Promise<readonly CommandDraft[]>;
  readonly caller: Pick<BusCaller, 'call'>;
  /** Absent where the installation has none. */
  readonly geocoding: GeocodingProvider | undefined;
}
