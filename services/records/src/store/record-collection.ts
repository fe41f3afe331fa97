import { Schema, type Connection, type Model } from 'mongoose';
import type { RecordDocument } from '../model/record.ts';

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
    linkTerms: { type: [String], default: undefined },
    filterTerms: { type: [String], default: undefined },
    searchText: { type: Schema.Types.Mixed },
    privateValueOwners: { type: [Number], default: undefined },
    listedRowCount: { type: Number, required: true },
    commentsWith: { type: Number },
    duplicateKeys: { type: [String], default: undefined },
  },
  { versionKey: false, collection: 'records', minimize: false },
);

// The default list: for callers who see all records, and for those who see records shared with them.
schema.index({ postType: 1, createdAt: -1, _id: -1 });
schema.index({ sharedWith: 1, postType: 1, createdAt: -1, _id: -1 });
// Lists by modification date and by name.
schema.index({ postType: 1, lastModified: -1, _id: -1 });
schema.index({ sharedWith: 1, postType: 1, lastModified: -1, _id: -1 });
schema.index({ postType: 1, 'sort.name': 1, _id: 1 });
schema.index({ sharedWith: 1, postType: 1, 'sort.name': 1, _id: 1 });
// Covers reads of single records by id: the type on which access depends, and the sort keys of lists.
schema.index({ postType: 1, _id: 1, 'fields.type': 1, createdAt: -1, lastModified: -1, 'sort.name': 1 });
// Counts of contacts by type.
schema.index({ postType: 1, 'fields.type': 1 });
// The ids of records with a value, or a connection, from the index alone.
schema.index({ filterTerms: 1, _id: 1 });
schema.index({ linkTerms: 1, _id: 1 });
// Possible duplicates: the records that share a value, newest first.
schema.index(
  { duplicateKeys: 1, _id: -1 },
  { partialFilterExpression: { duplicateKeys: { $exists: true } } },
);
// Counts of each user's records that need an update, from the index alone.
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
