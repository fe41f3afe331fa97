import { groupNames, type Choices } from '@svc/demo';
import { recentDay, values, type Surroundings } from './contact-body.ts';
import { weighted } from './weighted.ts';

const kinds = { group: 50, 'pre-group': 30, church: 15, team: 5 };

/** The create body of a group: three to twelve of the contacts are its members, one or two of them lead it. */
export function groupBody(choices: Choices, { assignees, contacts }: Surroundings): Record<string, unknown> {
  const picked = Array.from({ length: 3 + choices.below(10) }, () => choices.one(contacts));
  const members = [...new Set(picked)];
  return {
    name: `${choices.one(groupNames)} ${choices.below(900) + 10}`,
    group_type: weighted(choices, kinds),
    group_status: choices.next() < 0.85 ? 'active' : 'inactive',
    assigned_to: choices.one(assignees),
    start_date: recentDay(choices),
    members: values(members),
    leaders: values(members.slice(0, choices.below(2) + 1)),
    health_metrics: values(choices.some(['church_bible', 'church_prayer', 'church_praise'], 0.5)),
  };
}
