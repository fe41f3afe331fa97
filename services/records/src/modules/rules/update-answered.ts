import { singleOf } from '../../fields/key-select/key-select.ts';
import type { FieldRule } from './field-rule.ts';
import { answersUpdateRequest } from './requires-update.ts';
import { isContactMade } from './seeker-path.ts';

/** Which reason belongs to a status in which nobody is asked for an update. */
const reasons: Readonly<Record<string, string>> = { paused: 'reason_paused', closed: 'reason_closed' };

/** Being in touch with a contact answers the question for an update; saying why nobody is does so before it is asked. */
export const updateAnswered: FieldRule = (fields, { existing, actor }) => {
  const status = singleOf(fields['overall_status']);
  const reason = typeof status === 'string' ? fields[reasons[status] ?? ''] : undefined;
  const isReasoned = reason !== undefined && reason !== null && reason !== '';
  const isAnswered =
    isReasoned || (isContactMade(fields) && answersUpdateRequest(existing, actor, 'dt_all_access_contacts'));
  return isAnswered ? { requires_update: false, ...fields } : fields;
};
