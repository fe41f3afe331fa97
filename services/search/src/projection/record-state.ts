import { createHash } from 'node:crypto';
import type { Connection, Model } from 'mongoose';
import type { SearchDocument } from '@svc/contracts';
import { storedModel } from '@svc/service-kit/store';
import { keptTombstone } from './upsert.ts';

/** The newest known state of a record, with everything that its entry contains. */
export interface RecordState {
  readonly _id: number;
  /** The record's version, or `tombstoneVersion` if it is deleted. */
  readonly version: number;
  readonly postType: string;
  readonly name: string;
  readonly texts: readonly { readonly field: string; readonly text: string }[];
  readonly visibility: SearchDocument['visibility'];
  /** A digest of the visibility: see `visibilityMark`. */
  readonly mark: string;
  /** When the deletion was noticed; absent if the record exists. */
  readonly deletedAt?: Date;
}

/** The visibility mark of a deleted record, which nobody may see. */
export const deletedMark = 'deleted';

/** A digest that is the same for equal visibilities only. */
export function visibilityMark({ shared_with, type, sources }: RecordState['visibility']): string {
  const ordered = [shared_with.toSorted((one, other) => one - other), type, sources.toSorted()];
  return createHash('sha256').update(JSON.stringify(ordered)).digest('base64url').slice(0, 22);
}

/** Whether two states of a record have the same entry. */
export function isSameRecord(one: RecordState, other: RecordState): boolean {
  return (
    one.name === other.name &&
    one.postType === other.postType &&
    one.mark === other.mark &&
    one.texts.length === other.texts.length &&
    one.texts.every(
      ({ field, text: content }, place) =>
        field === other.texts[place]?.field && content === other.texts[place]?.text,
    )
  );
}

export function recordStateModel(connection: Connection): Model<RecordState> {
  return storedModel<RecordState>(connection, 'records', [
    { deletedAt: 1 },
    { expireAfterSeconds: keptTombstone },
  ]);
}
