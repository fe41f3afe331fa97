import type { EdgeDocument } from '../model/edge.ts';
import { date, integer, mixed, modelOf, text } from './model-of.ts';

export const edgeModel = modelOf<EdgeDocument>('Edge', {
  collection: 'edges',
  properties: {
    _id: text,
    key: text,
    from: integer,
    to: integer,
    meta: mixed,
    createdAt: date,
    position: integer,
  },
  indexes: [
    // The connections of a record from either end, oldest first.
    [{ from: 1, key: 1, createdAt: 1, position: 1 }],
    [{ to: 1, key: 1, createdAt: 1, position: 1 }],
  ],
});
