import { can } from '@svc/contracts';
import type { FieldRule } from './field-rule.ts';
import { shownOption, shownUser } from './shown-values.ts';
import { writtenUser } from './written-user.ts';

/** Users have to accept contacts that others assign to them; assigning a waiting contact to oneself accepts it. */
export const assignment: FieldRule = (fields, { existing, actor }) => {
  if (!('assigned_to' in fields) || 'overall_status' in fields) return fields;
  const status = shownOption(existing, 'overall_status');
  const assignee = writtenUser(fields['assigned_to'], actor);
  if (status === 'closed' || assignee === shownUser(existing, 'assigned_to')) return fields;
  const takenBack = existing['accepted'] === true ? { accepted: false } : {};
  if (assignee === 0) return { ...takenBack, ...fields };
  if (assignee === actor.userId)
    return status === 'assigned' ? { overall_status: 'active', ...fields } : fields;
  const waiting = can(actor, 'assign_any_contacts') ? { overall_status: 'assigned' } : {};
  return { ...takenBack, ...waiting, ...fields };
};
