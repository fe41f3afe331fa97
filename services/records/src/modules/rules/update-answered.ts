import { singleOf } from '../../fields/key-select/key-select.ts';
import type { FieldRule } from './field-rule.ts';
import { answersUpdateRequest } from './requires-update.ts';
import { isContactMade } from './seeker-path.ts';

/** The reason field of each status in which no update is requested. */
const reasons: Readonly<Record<string, string>> = { paused: 'reason_paused', closed: 'reason_closed' };

/** Contact with a person answers the request for an update; giving the reason for a pause or closure answers it in advance. */
export const updateAnswered: FieldRule = (fields, { existing, actor }) => {
  const status = singleOf(fields['overall_status']);
  const reason = typeof status === 'string' ? fields[reasons[status] ?? ''] : undefined;
  const isReasoned = reason !== undefined && reason !== null && reason !== '';
  const isAnswered =
    isReasoned || (isContactMade(fields) && answersUpdateRequest(existing, actor, 'dt_all_access_contacts'));
  return isAnswered ? { requires_update: false, ...fields } : fields;
};
