import type { Connection } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';
import type { ActivityRow } from '../model/activity-row.ts';

export const activityModel = (connection: Connection) =>
  storedModel<ActivityRow>(
    connection,
    'activity',
    // A record's history, newest first; rows of the same second in their original order.
    [{ recordId: 1, listed: 1, time: -1, version: 1, position: 1 }],
    // A user's actions, newest first.
    [
      { actorId: 1, time: -1, recordId: -1, version: -1, position: -1 },
      { partialFilterExpression: { actorId: { $gt: 0 } } },
    ],
    // The last assignment of each user, from the index alone.
    [
      { objectSubtype: 1, postType: 1, metaValue: 1, time: -1 },
      { partialFilterExpression: { objectSubtype: 'assigned_to' } },
    ],
  );
