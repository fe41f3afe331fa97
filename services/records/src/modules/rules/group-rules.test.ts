import { describe, expect, test } from '@jest/globals';
import { systemActor, type Fields } from '@svc/contracts';
import { baptismMilestones } from './faith-rules.ts';
import type { FieldRule } from './field-rule.ts';
import { groupDates, leadersAreMembers } from './group-rules.ts';

const now = 1_000_000;
const date = { timestamp: '5', formatted: '1970-01-01' };

/** What is written, what the rule adds to it, and what the record shows. */
type Row = [name: string, fields: Fields, besides: Fields, existing?: Fields];

const expectRule =
  (rule: FieldRule) =>
  (...[, fields, besides, existing = {}]: Row) =>
    expect(rule(fields, { existing, actor: systemActor('test'), now })).toEqual({ ...fields, ...besides });

const values = (...entries: unknown[]) => ({ values: entries });
const seven = values({ value: 7 });
const without7 = values({ value: 7, delete: true });

describe('the dates of a group', () => {
  const both = { group_status: 'inactive', group_type: 'church' };
  test.each<Row>([
    ['a church begins now', { group_type: 'church' }, { church_start_date: now }],
    ['as a set of one, too', { group_type: values({ value: 'church' }) }, { church_start_date: now }],
    ['a church keeps its date', { group_type: 'church' }, {}, { church_start_date: date }],
    ['a church begins when the request says', { group_type: 'church', church_start_date: 7 }, {}],
    ['a team begins nothing', { group_type: 'team' }, {}],
    ['an end is now', { group_status: 'inactive' }, { end_date: now }],
    ['an end stays', { group_status: 'inactive' }, {}, { end_date: date }],
    ['a new beginning ends nothing', { group_status: 'active' }, {}],
    ['both at once', both, { end_date: now, church_start_date: now }],
  ])('%s', expectRule(groupDates));
});

describe('who leads a group', () => {
  const forced = (...entries: unknown[]) => ({ force_values: true, ...values({ value: 8 }, ...entries) });
  const named = values({ value: 'Harbour' }, { value: 9 });
  test.each<Row>([
    ['belongs to it', { group_leader: seven }, { groups: seven }],
    ['belongs to it too', { group_leader: seven, groups: forced() }, { groups: forced({ value: 7 }) }],
    ['is named once', { group_leader: seven, groups: values({ value: '7' }) }, {}],
    ['leaves it when the request says so', { group_leader: seven, groups: without7 }, {}],
    ['and is no leader any more stays a member', { group_leader: without7 }, {}],
    ['by its title', { group_leader: named }, { groups: named }],
    ['in no valid form is left for the field to refuse', { group_leader: 7 }, {}],
    ['with groups of no valid form, too', { group_leader: seven, groups: [7] }, {}],
  ])('%s', expectRule(leadersAreMembers));
});

describe('milestones of a baptism', () => {
  const [baptizing, baptized, belief] = ['baptizing', 'baptized', 'belief'].map((name) => ({
    value: `milestone_${name}`,
  }));
  const removed = values({ ...baptizing, delete: true });
  const none = { values: [], force_values: true };
  const both = { milestones: values(belief, baptizing) };
  test.each<Row>([
    ['who baptizes', { baptized: seven }, { milestones: values(baptizing) }],
    ['who is baptized', { baptized_by: values({ value: '7' }) }, { milestones: values(baptized) }],
    ['who does both', { baptized: seven, baptized_by: seven }, { milestones: values(baptizing, baptized) }],
    ['besides others', { baptized: seven, milestones: values(belief) }, both],
    ['not when the request takes it away', { baptized: seven, milestones: removed }, {}],
    ['not for who was baptized before', { baptized: seven }, {}, { baptized: [{ ID: 7 }] }],
    ['not when somebody is taken away', { baptized: without7 }, {}],
    ['not when all are taken away', { baptized_by: none }, {}, { baptized_by: [{ ID: 7 }] }],
  ])('%s', expectRule(baptismMilestones));
});
