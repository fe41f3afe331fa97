import type { Connection } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';
import type { RecordDocument } from '../model/record.ts';
import { ifFormerValues, indexes, orderIndexes, type Index } from './indexes.ts';

export const recordModel = (connection: Connection) =>
  storedModel<RecordDocument>(
    connection,
    'records',
    // Lists by dates and by name: for callers who see all records, and for those who see records shared with them.
    ...orderIndexes.map((index): [Index] => [index]),
    // Covers reads of single records by id: the type on which access depends, and the sort keys of lists.
    [indexes.covering],
    // Counts of contacts by type.
    [{ postType: 1, 'fields.type': 1 }],
    // The ids of records with a value, or a connection, from the index alone.
    [indexes.filterTerms],
    [indexes.linkTerms],
    // Possible duplicates: the records that share a value, newest first.
    [{ duplicateKeys: 1, _id: -1 }, { partialFilterExpression: { duplicateKeys: { $exists: true } } }],
    // Counts of each user's records that need an update, from the index alone.
    [
      { 'fields.assigned_to': 1, postType: 1, 'fields.requires_update': 1 },
      { partialFilterExpression: { 'fields.requires_update': true } },
    ],
    // Records with values of a field's former type.
    [indexes.formerValues, ifFormerValues],
    // Filters on any one field.
    [indexes.fields],
  );
