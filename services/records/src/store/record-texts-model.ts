import type { Connection } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';
import { indexes } from './indexes.ts';

/** The index entries by which lists find a text anywhere in a record's name and channels. */
export interface RecordTextsDocument {
  /** The record's id. */
  readonly _id: number;
  readonly postType: string;
  /** One entry per character of its texts: the characters from there on, cut (`model/record-texts.ts`). */
  readonly entries: readonly string[];
}

/** The index entries of all records; not in the records, since a list reads many records and no entries. */
export const recordTextsModel = (connection: Connection) =>
  storedModel<RecordTextsDocument>(
    connection,
    'record_texts',
    // The ids of records of a type with an entry, from the index alone.
    [indexes.texts],
  );
