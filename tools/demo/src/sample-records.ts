import type { Choices } from './choices.ts';
import { familyNames, givenNames, groupNames } from './sample-names.ts';

const statuses = ['new', 'unassigned', 'assigned', 'active', 'active', 'active', 'paused', 'closed'];
const seekerPath = ['none', 'attempted', 'established', 'scheduled', 'met', 'ongoing', 'coaching'];
const milestones = [
  'milestone_has_bible',
  'milestone_reading_bible',
  'milestone_belief',
  'milestone_can_share',
];
const tags = ['newsletter', 'students', 'families', 'summer camp', 'sports'];
const day = 86_400;

export function sampleContact(choices: Choices, assignees: readonly number[]): Record<string, unknown> {
  const name = `${choices.one(givenNames)} ${choices.one(familyNames)}`;
  const status = choices.one(statuses);
  return {
    name,
    overall_status: status,
    seeker_path: choices.one(seekerPath),
    assigned_to: choices.one(assignees),
    sources: values([choices.one(['personal', 'web', 'transfer'])]),
    milestones: values(choices.some(milestones, 0.3)),
    tags: values(choices.some(tags, 0.15)),
    languages: values(choices.some(['en', 'fr', 'es'], 0.4)),
    contact_phone: [{ value: `+99 555 ${String(choices.below(1e7)).padStart(7, '0')}` }],
    contact_email: [{ value: `sample${choices.below(1e6)}@example.org` }],
    gender: choices.one(['male', 'female']),
    age: choices.one(['<19', '<26', '<41', '>41']),
    requires_update: choices.next() < 0.1,
    ...(status === 'closed' ? { reason_closed: 'moved' } : {}),
    ...(choices.next() < 0.15 ? { baptism_date: recentDay(choices) } : {}),
  };
}

/** The create body of a sample group with some of the contacts as members, one or two of whom are leaders. */
export function sampleGroup(
  choices: Choices,
  assignees: readonly number[],
  contactIds: readonly number[],
): Record<string, unknown> {
  const members = choices.several(contactIds, choices.below(10) + 3);
  const kinds = ['pre-group', 'group', 'church', 'team'];
  return {
    name: `${choices.one(groupNames)} ${choices.below(90) + 10}`,
    group_type: choices.one(kinds),
    group_status: choices.next() < 0.85 ? 'active' : 'inactive',
    assigned_to: choices.one(assignees),
    start_date: recentDay(choices),
    members: values(members),
    leaders: values(members.slice(0, choices.below(2) + 1)),
    health_metrics: values(choices.some(['church_bible', 'church_prayer', 'church_praise'], 0.5)),
  };
}

/** Keys or ids in the format of write requests. */
export function values(keys: readonly (string | number)[]) {
  return { values: keys.map((value) => ({ value })) };
}

/** A random day of the years 2023 to 2025, in Unix seconds. */
function recentDay(choices: Choices): number {
  return Date.UTC(2023, 0, 1) / 1000 + choices.below(3 * 365) * day;
}
