import { Schema, type Connection, type Model } from 'mongoose';
import type { SearchedTexts } from '../derived/record-texts.ts';

/** A record as it is stored. What is not a field of its own type (name, dates, shares) stands beside the fields. */
export interface RecordDocument {
  readonly _id: number;
  readonly postType: string;
  readonly name: string;
  /** 0 when no user created it. */
  readonly authorId: number;
  readonly createdAt: Date;
  readonly lastModified: Date;
  /** Grows by one with every change; writers check it. */
  readonly version: number;
  readonly sharedWith: readonly number[];
  /** Field key → stored value, as the field's type stores it. */
  readonly fields: Readonly<Record<string, unknown>>;
  /** Field key → what lists sort by; absent while unset. */
  readonly sort: Readonly<Record<string, string | number>>;
  /** `<p2p key>:<side>` → how many connections there are; absent while there never were any. */
  readonly degrees?: Readonly<Record<string, number>>;
  /** A word for each connected record of a side that has few (`connections/links.ts`), for the filters of lists and for reads. */
  readonly links?: readonly string[];
  /** A word for each value that filters of lists ask for (`derived/field-words.ts`). */
  readonly words?: readonly string[];
  /** What lists look for a text in (`derived/record-texts.ts`). */
  readonly searched?: SearchedTexts;
  /** A word for each value that makes records alike (`duplicates/alike-words.ts`). */
  readonly alike?: readonly string[];
  /** The users who keep something privately in it (`private-values-model.ts`); absent while nobody ever did. */
  readonly keptBy?: readonly number[];
  /** How many rows of its history lists show; absent where nobody has counted them yet. */
  readonly listedRows?: number;
  /** The record with which it was merged, comments and all: those that still come to it belong there. */
  readonly commentsWith?: number | undefined;
}

/** As much of a record as one record is shown from: without what is derived from it for lists alone. */
export type ShownRecord = Omit<RecordDocument, 'sort' | 'words' | 'searched' | 'alike'>;

/** As much of a record as its fields are read from. Without `links` its connections are read from their edges. */
export type ListedRecord = Pick<
  RecordDocument,
  '_id' | 'postType' | 'name' | 'createdAt' | 'lastModified' | 'fields' | 'degrees' | 'links'
>;

/** One version of a record. */
export type RecordVersion = Pick<RecordDocument, '_id' | 'version'>;

/** As much of a record as its fields are read from, and which version that is. */
export type VersionedRecord = ListedRecord & RecordVersion;

const schema = new Schema<RecordDocument>(
  {
    _id: { type: Number, required: true },
    postType: { type: String, required: true },
    name: { type: String, required: true },
    authorId: { type: Number, required: true },
    createdAt: { type: Date, required: true },
    lastModified: { type: Date, required: true },
    version: { type: Number, required: true },
    sharedWith: { type: [Number], required: true },
    fields: { type: Schema.Types.Mixed, required: true },
    sort: { type: Schema.Types.Mixed, required: true },
    degrees: { type: Schema.Types.Mixed },
    links: { type: [String], default: undefined },
    words: { type: [String], default: undefined },
    searched: { type: Schema.Types.Mixed },
    keptBy: { type: [Number], default: undefined },
    listedRows: { type: Number },
    commentsWith: { type: Number },
    alike: { type: [String], default: undefined },
  },
  { versionKey: false, collection: 'records', minimize: false },
);

// The default list, for those who see everything and for those who see what is shared with them.
schema.index({ postType: 1, createdAt: -1, _id: -1 });
schema.index({ sharedWith: 1, postType: 1, createdAt: -1, _id: -1 });
// Last modified, and by name.
schema.index({ postType: 1, lastModified: -1, _id: -1 });
schema.index({ sharedWith: 1, postType: 1, lastModified: -1, _id: -1 });
schema.index({ postType: 1, 'sort.name': 1, _id: 1 });
schema.index({ sharedWith: 1, postType: 1, 'sort.name': 1, _id: 1 });
// Of single records by id, without reading them: who sees them, and what lists are ordered by.
schema.index({ postType: 1, _id: 1, 'fields.type': 1, createdAt: -1, lastModified: -1, 'sort.name': 1 });
// How many contacts of some types there are.
schema.index({ postType: 1, 'fields.type': 1 });
// The ids of records with a value, or a connection, from the index alone.
schema.index({ words: 1, _id: 1 });
schema.index({ links: 1, _id: 1 });
// Possible duplicates: the records that share a value, newest first.
schema.index({ alike: 1, _id: -1 }, { partialFilterExpression: { alike: { $exists: true } } });
// How many of a user's records need an update, from the index alone.
schema.index(
  { 'fields.assigned_to': 1, postType: 1, 'fields.requires_update': 1 },
  { partialFilterExpression: { 'fields.requires_update': true } },
);
// Filters on any one field.
schema.index({ 'fields.$**': 1 });

/** The collection of all records of all post types. */
export function recordModel(connection: Connection): Model<RecordDocument> {
  return connection.model<RecordDocument>('Record', schema);
}
