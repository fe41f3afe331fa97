import { integer, maybeEmpty, mixed, modelOf, text, truth } from './model-of.ts';
import type { ActivityRow } from '../model/activity-row.ts';

export const activityModel = modelOf<ActivityRow>('Activity', {
  collection: 'activity',
  properties: {
    _id: integer,
    postType: text,
    recordId: integer,
    objectName: maybeEmpty,
    action: text,
    objectSubtype: maybeEmpty,
    metaKey: maybeEmpty,
    metaValue: maybeEmpty,
    oldValue: maybeEmpty,
    fieldType: maybeEmpty,
    objectNote: maybeEmpty,
    metaId: integer,
    listed: truth,
    undo: mixed,
    version: integer,
    position: integer,
    time: integer,
    actorId: integer,
    actorName: maybeEmpty,
    actorRole: maybeEmpty,
  },
  indexes: [
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
  ],
});
