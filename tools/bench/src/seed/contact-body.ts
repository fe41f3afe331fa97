import { remarks, values, type Choices } from '@svc/demo';
import { personName } from './people-names.ts';

export interface Surroundings {
  /** Users to assign records to; users with more records are listed several times. */
  assignees: readonly number[];
  contacts: readonly number[];
}

const statuses = { active: 40, closed: 20, new: 8, assigned: 12, unassigned: 6, paused: 9, unassignable: 5 };
const seekerPaths = {
  none: 30,
  attempted: 20,
  established: 15,
  scheduled: 10,
  met: 10,
  ongoing: 10,
  coaching: 5,
};
const sources = { personal: 50, web: 35, transfer: 15 };
const ages = { 'not-set': 30, '<19': 10, '<26': 25, '<41': 25, '>41': 10 };
const types = { access: 95, personal: 4, placeholder: 1 };
const tags = { newsletter: 60, students: 20, families: 10, 'summer camp': 6, sports: 3, rare: 1 };
const milestones = ['has_bible', 'reading_bible', 'belief', 'can_share', 'sharing', 'baptized'];

/** The create body of a contact with about one connection. */
export function contactBody(choices: Choices, around: Surroundings): Record<string, unknown> {
  const status = choices.weighted(statuses);
  const { relation, coach } = connections(choices, around);
  return {
    name: personName(choices),
    type: choices.weighted(types),
    overall_status: status,
    seeker_path: choices.weighted(seekerPaths),
    assigned_to: choices.one(around.assignees),
    sources: values([choices.weighted(sources)]),
    milestones: values(choices.some(milestones, 0.2).map((key) => `milestone_${key}`)),
    languages: values(choices.some(['en', 'fr', 'es'], 0.4)),
    contact_phone: phones(choices),
    contact_email: choices.next() < 0.5 ? [{ value: `person${choices.below(1e7)}@example.org` }] : [],
    gender: choices.one(['male', 'female']),
    age: choices.weighted(ages),
    requires_update: choices.next() < 0.1,
    ...(choices.next() < 0.3 ? { tags: values([choices.weighted(tags)]) } : {}),
    ...(choices.next() < 0.15 ? { baptism_date: recentDay(choices) } : {}),
    ...(choices.next() < 0.1 ? { initial_comment: choices.one(remarks) } : {}),
    ...(status === 'closed' ? { reason_closed: 'moved' } : {}),
    ...(relation ? { relation: values([relation]) } : {}),
    ...(coach ? { coached_by: values([coach]) } : {}),
  };
}

function connections(choices: Choices, { contacts }: Surroundings) {
  const earlier = () => contacts[choices.below(contacts.length)];
  return {
    relation: choices.next() < 0.6 ? earlier() : undefined,
    coach: choices.next() < 0.4 ? earlier() : undefined,
  };
}

/** One telephone number in most cases, sometimes none or two. */
function phones(choices: Choices): { value: string }[] {
  const count = choices.below(10);
  return Array.from({ length: count === 0 ? 0 : count === 9 ? 2 : 1 }, () => ({
    value: phone(choices),
  }));
}

export function phone(choices: Choices): string {
  return `+99 ${digits(choices, 3)} ${digits(choices, 4)} ${digits(choices, 3)}`;
}

export function digits(choices: Choices, count: number): string {
  return String(choices.below(10 ** count)).padStart(count, '0');
}

/** A random day of the years 2021 to 2025, in Unix seconds. */
export function recentDay(choices: Choices): number {
  return Date.UTC(2021, 0, 1) / 1000 + choices.below(5 * 365) * 86_400;
}
