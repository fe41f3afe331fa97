import type { EventDraft } from '@svc/service-kit';
import type { Revision } from './revision.ts';
import { shareChanges } from './share-changes.ts';

/** An event for each user who got the record shared, or lost it. */
export function shareEvents(revision: Revision): EventDraft[] {
  const { added, removed } = shareChanges(revision);
  const isTold = (userId: number) => revision.tells?.includes(userId) ?? false;
  return [
    ...added.map((userId) => shareEvent('created', revision, { userId, silent: !isTold(userId) })),
    ...removed.map((userId) => shareEvent('deleted', revision, { userId, silent: true })),
  ];
}

function shareEvent(
  verb: 'created' | 'deleted',
  { record }: Revision,
  { userId, silent }: { userId: number; silent: boolean },
): EventDraft {
  const { _id: id, postType, name, version } = record;
  const about = { post_type: postType, record_id: id, record_name: name, user_id: userId, version, silent };
  const data = { share: about };
  return { entity: 'share', verb, postType, subject: `${postType}/${id}`, data, withoutValues: () => data };
}
