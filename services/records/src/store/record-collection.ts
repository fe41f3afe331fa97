import type { Connection } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';
import type { RecordDocument } from '../model/record.ts';

export const recordModel = (connection: Connection) =>
  storedModel<RecordDocument>(
    connection,
    'records',
    // The default list: for callers who see all records, and for those who see records shared with them.
    [{ postType: 1, createdAt: -1, _id: -1 }],
    [{ sharedWith: 1, postType: 1, createdAt: -1, _id: -1 }],
    // Lists by modification date and by name.
    [{ postType: 1, lastModified: -1, _id: -1 }],
    [{ sharedWith: 1, postType: 1, lastModified: -1, _id: -1 }],
    [{ postType: 1, 'sort.name': 1, _id: 1 }],
    [{ sharedWith: 1, postType: 1, 'sort.name': 1, _id: 1 }],
    // Covers reads of single records by id: the type on which access depends, and the sort keys of lists.
    [{ postType: 1, _id: 1, 'fields.type': 1, createdAt: -1, lastModified: -1, 'sort.name': 1 }],
    // Counts of contacts by type.
    [{ postType: 1, 'fields.type': 1 }],
    // The ids of records with a value, or a connection, from the index alone.
    [{ filterTerms: 1, _id: 1 }],
    [{ linkTerms: 1, _id: 1 }],
    // Possible duplicates: the records that share a value, newest first.
    [{ duplicateKeys: 1, _id: -1 }, { partialFilterExpression: { duplicateKeys: { $exists: true } } }],
    // Counts of each user's records that need an update, from the index alone.
    [
      { 'fields.assigned_to': 1, postType: 1, 'fields.requires_update': 1 },
      { partialFilterExpression: { 'fields.requires_update': true } },
    ],
    // Filters on any one field.
    [{ 'fields.$**': 1 }],
  );
