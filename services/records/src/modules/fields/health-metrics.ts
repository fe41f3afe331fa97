import type { FieldDefinition } from '@svc/contracts';

const health = {
  church_baptism: ['Baptism', 'The group is baptising.'],
  church_bible: ['Bible Study', 'The group is studying the bible.'],
  church_communion: ['Communion', 'The group is practicing communion.'],
  church_fellowship: ['Fellowship', 'The group is fellowshiping.'],
  church_giving: ['Giving', 'The group is giving.'],
  church_prayer: ['Prayer', 'The group is praying.'],
  church_praise: ['Praise', 'The group is praising.'],
  church_sharing: ['Sharing the Gospel', 'The group is sharing the gospel.'],
  church_leaders: ['Leaders', 'The group has leaders.'],
  church_commitment: ['Church Commitment', 'The group has committed to be church.'],
} as const;

/** The practices of a church that a group has adopted. */
export const healthMetrics: FieldDefinition = {
  name: 'Church Health',
  description: 'Track the progress and health of a group/church.',
  type: 'multi_select',
  tile: 'health-metrics',
  display: 'health-circle',
  default: Object.fromEntries(
    Object.entries(health).map(([key, [label, description]]) => [key, { label, description }]),
  ),
};
