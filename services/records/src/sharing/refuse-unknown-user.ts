import { msg } from '@svc/contracts';
import { invalidParam, type Call } from '@svc/service-kit';
import type { ReadDeps } from '../read/read-deps.ts';
import type { RecordDocument } from '../model/record.ts';

/**
 * Refuses a share with an unknown user, unless the record is already shared with that id: then the user may have been deleted.
 * @throws ServiceError `rest_invalid_param` for the id of nobody.
 */
export async function refuseUnknownUser(
  call: Pick<Call, 'ask'>,
  { people }: Pick<ReadDeps, 'people'>,
  { sharedWith, postType }: RecordDocument,
  userId: number,
): Promise<void> {
  if (sharedWith.includes(userId)) return;
  const found = await people.resolve(call, { userIds: [userId], emails: [], postType });
  if (found.length === 0)
    throw invalidParam({ user_id: msg`user_id: there is no user with the id ${userId}` });
}
