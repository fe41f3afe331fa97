import type { Actor, Fields } from '@svc/contracts';
import type { BusCaller, Call } from '@svc/service-kit';
import type { CommandDraft, IdSequence, Write } from '@svc/service-kit/store';
import type { Geocoding } from '../grid/geocoding-provider.ts';
import type { ReadDeps } from '../read/read-deps.ts';
import type { LockedRevisionPorts } from '../revision/revision-ports.ts';
import type { Collections } from '../store/collections.ts';
import type { ActivityDraft } from '../model/activity-row.ts';
import type { PostType } from '../model/post-type.ts';
import type { RecordDocument } from '../model/record.ts';
import type { WriteCode } from '../revision/refusal.ts';
import type { WrittenByRequest } from '../revision/revision.ts';

export type WriteCall = Omit<Call, 'input'>;

/** A new record before it is written. */
export interface CreatedRecord {
  readonly postType: PostType;
  readonly record: RecordDocument;
  readonly at: Date;
}

/** The dependencies of the pipeline of writes; each of its phases takes a part of them. */
export interface WritePorts extends ReadDeps, LockedRevisionPorts, Pick<Collections, 'duplicateClaims'> {
  readonly recordIds: IdSequence;
  /** Returns commands that are committed with a new record. */
  readonly followUpsOf: (
    call: Pick<Call, 'actor' | 'deadline'>,
    created: CreatedRecord,
  ) => Promise<readonly CommandDraft[]>;
  readonly caller: Pick<BusCaller, 'call'>;
  /** Absent if the installation has no geocoding service. */
  readonly geocoding: Geocoding | undefined;
}

/** A comment that comes with a write: a note, which notifies nobody, or the first comment of a record. */
export interface ExtraComment {
  /** Cleaned, and not blank. */
  readonly text: string;
  readonly isNote: boolean;
  /** Seconds by which its date precedes the write. */
  readonly secondsEarlier?: number;
}

/** A write to one record, as an operation requests it. The operation has authorized a create; `target.load` authorizes an update. */
export interface WriteRequest {
  readonly postType: PostType;
  /** Under the keys that the type declares (`resolveKeys`). */
  readonly fields: Fields;
  readonly policy: WritePolicy;
  /** The record to update; absent for a new one. */
  readonly target?: WriteTarget;
  /** The id of a new record, if the caller assigned it: then the answer contains nothing else. */
  readonly newId?: number | undefined;
  /** The author of the history rows. Default: the caller. */
  readonly author?: Actor;
  /** History rows in addition to those of changed fields. */
  readonly rows?: readonly ActivityDraft[];
  readonly occasion?: WrittenByRequest['occasion'];
  /** Returns a comment about the write, which follows those of the write itself. */
  remark?(after: RecordDocument): Promise<ExtraComment>;
  /** Further writes of the same transaction. */
  readonly writes?: readonly Write[];
}

export interface WriteTarget {
  readonly id: number;
  /** Reads the current record. @throws when the caller may not, or may no longer, update it. */
  load(): Promise<RecordDocument>;
}

/** How a write treats what is stored, and whom it notifies. It is decided once, by the operation; the phases of the write read it. */
export interface WritePolicy {
  /** The error code of the operation. Which keys of the request are not fields depends on it too. */
  readonly code: WriteCode;
  /** Whether the write and its comments notify nobody. */
  readonly silent: boolean;
  /**
   * How existing values are treated. Written ones replace them, or they are kept unless a rule writes the field. In a record that the caller
   * may not update they are only completed: it gains what it lacks, nothing is shared whatever fields and hooks request, its comments are
   * notes that notify nobody, and the answer does not contain the record.
   */
  readonly existing: 'replaced' | 'kept' | 'completed';
  /**
   * Where the values come from. Values of the history already contain the effects of hooks: hooks may refuse them, but their changes are
   * ignored, and connection counts stay as written. An import brings its history along: it adds no rows, and its events are silent and name
   * no fields.
   */
  readonly source: 'request' | 'history' | 'import';
}

/** The policy of a create. */
export function creating({ silent }: Pick<WritePolicy, 'silent'>): WritePolicy {
  return { code: 'create_post', silent, existing: 'replaced', source: 'request' };
}

/** The policy of an update. */
export function updating({ silent }: Pick<WritePolicy, 'silent'>): WritePolicy {
  return { code: 'update_post', silent, existing: 'replaced', source: 'request' };
}

/** The policy of an update that restores earlier values. */
export function reverting({ silent }: Pick<WritePolicy, 'silent'>): WritePolicy {
  return { ...updating({ silent }), source: 'history' };
}
