import { recordsViewable, type ExtensionSetup, type Fields } from '@svc/contracts';
import { singleOf } from '../../fields/key-select/key-select.ts';
import { answerByComment } from './answer-by-comment.ts';
import { assignedTo } from './contact-type.ts';
import { onWrites, type FieldRule, type HookedWrite } from './on-writes.ts';
import { shareWithNamed } from './share-with-named.ts';
import { shownUser } from './shown-values.ts';
import { connectedValues, newIds, withValue, writtenUser } from './written-values.ts';

/** The rules for writing groups, and for contacts that join or lead one (docs/guides/modules.md#rules-of-the-built-in-modules). */
export function groupRules(setup: ExtensionSetup): void {
  const { call } = setup;
  onWrites(setup, { postType: 'groups' }, async (write) => {
    await shareWithNamed(call, write, { key: 'members', by: 'assigned_to' });
    await shareWithNamed(call, write, { key: 'coaches', by: 'corresponds_to_user' });
    return write.isNew ? withDefaults(write) : groupDates(write.fields, write);
  });
  // After the defaults of contacts, which set the assignee.
  onWrites(setup, { postType: 'contacts', priority: 30 }, async (requested) => {
    const { fields, isNew } = requested;
    const write = { ...requested, fields: isNew ? fields : leadersAreMembers(fields, requested) };
    await shareGroupsOfContact(write);
    return write.fields;
  });
  answerByComment(setup, { postType: 'groups', overseeing: 'view_any_groups' });
}

/** Dates that are set to today when a group gets a type or status. */
const moments: readonly { key: string; option: string; date: string }[] = [
  { key: 'group_type', option: 'church', date: 'church_start_date' },
  { key: 'group_status', option: 'inactive', date: 'end_date' },
];

/** Sets the date on which a group became a church, or ended, unless it has one. */
export const groupDates: FieldRule = (fields, { existing, now }) =>
  moments
    .filter(({ key, option, date }) => singleOf(fields[key]) === option && !existing[date])
    .reduce((current, { date }) => ({ [date]: now, ...current }), fields);

/** Adds the groups that a contact leads to those that it belongs to. */
export const leadersAreMembers: FieldRule = (fields) =>
  connectedValues(fields, 'group_leader').reduce<Fields>(
    (current, group) => ({ ...current, groups: withValue(current['groups'], group) }),
    fields,
  );

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

/**
 * Shares the groups that a contact joins with its assignee, as far as the caller may view them. Otherwise any caller could gain access to
 * any group by adding a contact of their own.
 */
async function shareGroupsOfContact({ fields, existing, actor, call, share }: HookedWrite): Promise<void> {
  const assignee =
    'assigned_to' in fields ? writtenUser(fields['assigned_to'], actor) : shownUser(existing, 'assigned_to');
  const groups = newIds(fields, 'groups', existing);
  if (!assignee || groups.length === 0) return;
  const { records } = await call(recordsViewable, { ids: groups });
  for (const { id } of records) share({ users: [assignee], record: id });
}
