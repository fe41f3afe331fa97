import type { Connection } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';
import type { EdgeDocument } from '../model/edge.ts';

export const edgeModel = (connection: Connection) =>
  storedModel<EdgeDocument>(
    connection,
    'edges',
    // The connections of a record from either end, oldest first.
    [{ from: 1, key: 1, createdAt: 1, position: 1 }],
    [{ to: 1, key: 1, createdAt: 1, position: 1 }],
  );
