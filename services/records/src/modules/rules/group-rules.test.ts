import { describe, expect, test } from '@jest/globals';
import { systemActor, type Fields } from '@svc/contracts';
import { baptismMilestones } from './baptism-milestones.ts';
import { groupDates } from './group-dates.ts';
import { leadersAreMembers } from './leaders-are-members.ts';

const now = 1_000_000;
const factsOf = (existing: Fields) => ({ existing, actor: systemActor('test'), now });
const date = { timestamp: '5', formatted: '1970-01-01' };

/** What is written, what the record shows, and what is written in the end. */
type Row = [name: string, fields: Fields, existing: Fields, written: Fields];

describe('the dates of a group', () => {
  test.each<Row>([
    ['a church begins now', { group_type: 'church' }, {}, { church_start_date: now }],
    [
      'as a set of one, too',
      { group_type: { values: [{ value: 'church' }] } },
      {},
      { church_start_date: now },
    ],
    ['a church keeps its date', { group_type: 'church' }, { church_start_date: date }, {}],
    ['a church begins when the request says', { group_type: 'church', church_start_date: 7 }, {}, {}],
    ['a team begins nothing', { group_type: 'team' }, {}, {}],
    ['an end is now', { group_status: 'inactive' }, {}, { end_date: now }],
    ['an end stays', { group_status: 'inactive' }, { end_date: date }, {}],
    ['a new beginning ends nothing', { group_status: 'active' }, {}, {}],
    [
      'both at once',
      { group_status: 'inactive', group_type: 'church' },
      {},
      { end_date: now, church_start_date: now },
    ],
  ])('%s', (_name, fields, existing, besides) => {
    expect(groupDates(fields, factsOf(existing))).toEqual({ ...fields, ...besides });
  });
});

const values = (...entries: unknown[]) => ({ values: entries });

describe('who leads a group', () => {
  test.each<Row>([
    ['belongs to it', { group_leader: values({ value: 7 }) }, {}, { groups: values({ value: 7 }) }],
    [
      'belongs to it besides to others',
      { group_leader: values({ value: 7 }), groups: { force_values: true, ...values({ value: 8 }) } },
      {},
      { groups: { force_values: true, ...values({ value: 8 }, { value: 7 }) } },
    ],
    ['is named once', { group_leader: values({ value: 7 }), groups: values({ value: '7' }) }, {}, {}],
    [
      'leaves it when the request says so',
      { group_leader: values({ value: 7 }), groups: values({ value: 7, delete: true }) },
      {},
      {},
    ],
    [
      'and is no leader any more stays a member',
      { group_leader: values({ value: 7, delete: true }) },
      {},
      {},
    ],
    [
      'by its title',
      { group_leader: values({ value: 'Harbour' }, { value: 9 }) },
      {},
      { groups: values({ value: 'Harbour' }, { value: 9 }) },
    ],
    ['in no valid form is left for the field to refuse', { group_leader: 7 }, {}, {}],
    ['with groups of no valid form, too', { group_leader: values({ value: 7 }), groups: [7] }, {}, {}],
  ])('%s', (_name, fields, existing, besides) => {
    expect(leadersAreMembers(fields, factsOf(existing))).toEqual({ ...fields, ...besides });
  });
});

describe('milestones of a baptism', () => {
  const baptizing = values({ value: 'milestone_baptizing' });
  const baptized = values({ value: 'milestone_baptized' });
  test.each<Row>([
    ['who baptizes', { baptized: values({ value: 7 }) }, {}, { milestones: baptizing }],
    ['who is baptized', { baptized_by: values({ value: '7' }) }, {}, { milestones: baptized }],
    [
      'who does both',
      { baptized: values({ value: 7 }), baptized_by: values({ value: 8 }) },
      {},
      { milestones: values(...baptizing.values, ...baptized.values) },
    ],
    [
      'besides those of the request',
      { baptized: values({ value: 7 }), milestones: values({ value: 'milestone_belief' }) },
      {},
      { milestones: values({ value: 'milestone_belief' }, ...baptizing.values) },
    ],
    [
      'not when the request takes it away',
      { baptized: values({ value: 7 }), milestones: values({ value: 'milestone_baptizing', delete: true }) },
      {},
      {},
    ],
    ['not for who was baptized before', { baptized: values({ value: 7 }) }, { baptized: [{ ID: 7 }] }, {}],
    ['not when somebody is taken away', { baptized: values({ value: 7, delete: true }) }, {}, {}],
    [
      'not when all are taken away',
      { baptized_by: { values: [], force_values: true } },
      { baptized_by: [{ ID: 7 }] },
      {},
    ],
  ])('%s', (_name, fields, existing, besides) => {
    expect(baptismMilestones(fields, factsOf(existing))).toEqual({ ...fields, ...besides });
  });
});
