import type { ExtensionSetup, Fields } from '@svc/contracts';
import { singleOf } from '../../fields/key-select/key-select.ts';
import { answerByComment, waitingForUpdate } from './answer-by-comment.ts';
import { assignedTo } from './contact-type.ts';
import { groupDates } from './group-dates.ts';
import { leadersAreMembers } from './leaders-are-members.ts';
import { onWrites, type HookedWrite } from './on-writes.ts';
import { shareGroupsOfContact, shareWithAssignees } from './share-joined-groups.ts';
import { shareWithRepresented } from './share-with-represented.ts';

/** The rules for writing groups, and for contacts that join or lead one (docs/extensions.md#what-the-built-in-modules-do). */
export function groupRules(setup: ExtensionSetup): void {
  const { addAction, call } = setup;
  onWrites(setup, { postType: 'groups' }, async (write) => {
    await shareWithAssignees(call, write);
    await shareWithRepresented(call, write, ['coaches']);
    return write.isNew ? withDefaults(write) : groupDates(write.fields, write);
  });
  // After the defaults of contacts, which set the assignee.
  onWrites(setup, { postType: 'contacts', priority: 30 }, async (requested) => {
    const { fields, isNew } = requested;
    const write = { ...requested, fields: isNew ? fields : leadersAreMembers(fields, requested) };
    await shareGroupsOfContact(write);
    return write.fields;
  });
  const comments = { postType: 'groups', overseeing: 'view_any_groups' };
  addAction('svc_comment_created', answerByComment(call, comments), waitingForUpdate('groups'));
}

function withDefaults({ fields, actor, now }: HookedWrite): Fields {
  const isChurch = singleOf(fields['group_type']) === 'church';
  return {
    group_status: 'active',
    group_type: 'pre-group',
    ...assignedTo(actor, 'groups'),
    start_date: now,
    ...(isChurch ? { church_start_date: now } : {}),
    ...fields,
  };
}
