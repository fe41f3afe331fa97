import { describe, expect, test } from '@jest/globals';
import { systemActor, type Actor, type Fields } from '@svc/contracts';
import { userActor } from '@svc/testing';
import { becomingAccess } from './contact-type.ts';
import type { FieldRule } from './on-writes.ts';
import { baptismMilestones } from './faith-rules.ts';
import { groupDates, leadersAreMembers } from './group-rules.ts';
import { buttonsMoveThePath, stepsPressButtons } from './seeker-path.ts';
import { assignment, updateAnswered } from './follow-up-rules.ts';

const mona = userActor(3, 'Mona', ['access_contacts']);
const dispatcher = userActor(5, 'D', ['access_contacts', 'dt_all_access_contacts', 'assign_any_contacts']);
const siteLink: Actor = { ...systemActor('Form'), kind: 'site_link' };

const of = (option: string) => ({ key: option, label: option });
const assigned = (user: number) => ({ id: String(user), type: 'user', display: 'x' });

const now = 1_000_000;

/** Who writes, unless it is mona, and what the record shows, unless it is what all rows of a table share. */
interface Facts {
  readonly actor?: Actor;
  readonly existing?: Fields;
}

/** What is written, and what the rule adds to it. */
type Row = [name: string, fields: Fields, besides: Fields, facts?: Facts];

const expectRule =
  (rule: FieldRule, shared: Fields = {}) =>
  (...[, fields, besides, { actor = mona, existing = shared } = {}]: Row) =>
    expect(rule(fields, { existing, actor, now })).toEqual({ ...fields, ...besides });

describe('a contact that is assigned', () => {
  const active = { overall_status: of('active'), assigned_to: assigned(4), accepted: true };
  const waiting = { existing: { ...active, overall_status: of('assigned') } };
  const closed = { existing: { ...active, overall_status: of('closed') } };
  const ofMona = { existing: { ...active, assigned_to: assigned(3) } };
  const unaccepted = { existing: { overall_status: of('active'), accepted: false } };
  const byDispatcher = { actor: dispatcher };
  const accepted = { overall_status: 'active' };
  const given = { overall_status: 'assigned' };
  const toAccept = { accepted: false, ...given };
  test.each<Row>([
    ['to another user waits to be accepted', { assigned_to: 3 }, toAccept, byDispatcher],
    [
      'by a user who cannot assign any contact keeps its status',
      { assigned_to: 4 },
      { accepted: false },
      ofMona,
    ],
    [
      'by e-mail address waits to be accepted too',
      { assigned_to: 'user4@example.test' },
      toAccept,
      byDispatcher,
    ],
    ['to the caller while it waits is accepted', { assigned_to: 'user-3' }, accepted, waiting],
    ['to another user before it was accepted changes nothing', { assigned_to: 4 }, {}, unaccepted],
    ['to the caller while it is active stays active', { assigned_to: 3 }, {}],
    ['to its present assignee changes nothing', { assigned_to: '4' }, {}, byDispatcher],
    ['to nobody is not accepted', { assigned_to: '' }, { accepted: false }, byDispatcher],
    ['to nobody when it had no assignee changes nothing', { assigned_to: null }, {}, unaccepted],
    ['while it is closed stays closed', { assigned_to: 3 }, {}, { ...closed, ...byDispatcher }],
    ['together with a status gets that status', { assigned_to: 3, ...accepted }, {}, byDispatcher],
    ['as accepted is accepted', { assigned_to: 3, accepted: true }, given, byDispatcher],
    [
      'with an invalid value is left to the validation of the field',
      { assigned_to: {} },
      { accepted: false },
    ],
    ['is unchanged by an update of other fields', { nickname: 'x' }, {}, byDispatcher],
  ])('%s', expectRule(assignment, active));
});

describe('a contact that becomes an access contact', () => {
  const personal = { type: of('personal') };
  const active = { overall_status: 'active' };
  const whole = { ...personal, overall_status: of('paused'), assigned_to: assigned(4) };
  const access = { existing: { type: of('access') } };
  test.each<Row>([
    ['gets a status and an assignee', { type: 'access' }, { ...active, assigned_to: 3 }],
    ['keeps its present status and assignee', { type: 'access' }, {}, { existing: whole }],
    ['gets the assignee of the request', { type: 'access', assigned_to: 7 }, active],
    ['is not assigned to a site link', { type: 'access' }, active, { actor: siteLink }],
    ['is unchanged when it was an access contact already', { type: 'access' }, {}, access],
    ['is unchanged when it becomes personal instead', { type: 'personal' }, {}, access],
  ])('%s', expectRule(becomingAccess, personal));
});

describe('a quick button', () => {
  const at = (step: string) => ({ existing: { seeker_path: of(step) } });
  const attempted = { seeker_path: 'attempted' };
  const complete = { quick_button_meeting_complete: 1 };
  const both = { quick_button_no_answer: 1, quick_button_meeting_scheduled: 1 };
  test.each<Row>([
    ['moves the path to its step', { quick_button_contact_established: 1 }, { seeker_path: 'established' }],
    ['moves the path when no step is set', { quick_button_no_answer: '1' }, attempted, { existing: {} }],
    ['never moves it back', { quick_button_no_answer: 2 }, {}, at('met')],
    ['moves the path to the furthest step when two are pressed', both, { seeker_path: 'scheduled' }],
    ['for a missed meeting does not move the path', { quick_button_no_show: 1 }, {}],
    ['that is reset to 0 does not move the path', { quick_button_meeting_complete: 0 }, {}],
    ['does not change a step that the request sets', { ...complete, ...attempted }, {}],
    ['does not change a step outside the path', complete, {}, at('trained')],
  ])('%s', expectRule(buttonsMoveThePath, at('none').existing));
});

describe('a step of the path', () => {
  const met = { values: [{ value: 'met' }] };
  const four = { existing: { quick_button_contact_established: 4 } };
  test.each<Row>([
    ['counts in its button', { seeker_path: 'scheduled' }, { quick_button_meeting_scheduled: 1 }],
    [
      'counts in its button when written as a list of one',
      { seeker_path: met },
      { quick_button_meeting_complete: 1 },
    ],
    ['does not count when its button was pressed already', { seeker_path: 'established' }, {}, four],
    [
      'does not change a count that the request sets',
      { seeker_path: 'met', quick_button_meeting_complete: 3 },
      {},
    ],
    ['for an attempt counts in no button', { seeker_path: 'attempted' }, {}],
    ['with the value none counts in no button', { seeker_path: 'none' }, {}],
    ['with an invalid value is left to the validation of the field', { seeker_path: 7 }, {}],
  ])('%s', expectRule(stepsPressButtons));
});

describe('a required update', () => {
  const open = { requires_update: true, assigned_to: assigned(3) };
  const answered = { requires_update: false };
  const met = { seeker_path: 'met' };
  const paused = { overall_status: 'paused', reason_paused: 'vacation' };
  const moved = { overall_status: 'closed', reason_closed: 'moved' };
  const unasked = { existing: {} };
  const byDispatcher = { actor: dispatcher };
  const ofDispatcher = { ...byDispatcher, existing: { ...open, assigned_to: assigned(5) } };
  test.each<Row>([
    ['is fulfilled by a quick button', { quick_button_no_show: 1 }, answered],
    ['is fulfilled by a step of the path', met, answered],
    ['is not fulfilled by an attempt', { seeker_path: 'attempted' }, {}],
    ['is not fulfilled by a dispatcher who is not assigned', met, {}, byDispatcher],
    ['is fulfilled by a dispatcher who is assigned', met, answered, ofDispatcher],
    ['is not fulfilled by a site link', met, {}, { actor: siteLink }],
    [
      'is fulfilled by pausing with a reason, also by a dispatcher who is not assigned',
      paused,
      answered,
      byDispatcher,
    ],
    ['is fulfilled by closing with a reason, also by a site link', moved, answered, { actor: siteLink }],
    ['is set to fulfilled by closing with a reason when none was required', moved, answered, unasked],
    ['is not fulfilled by closing without a reason', { overall_status: 'closed' }, {}],
    ['is not fulfilled by closing with an empty reason', { ...moved, reason_closed: '' }, {}],
    ['is not fulfilled by closing with a reason for pausing', { ...paused, overall_status: 'closed' }, {}],
    ['stays when the request sets it', { quick_button_no_show: 1, requires_update: true }, {}],
    ['is not written by a quick button when none was required', { quick_button_no_show: 1 }, {}, unasked],
  ])('%s', expectRule(updateAnswered, open));
});

const values = (...entries: unknown[]) => ({ values: entries });
const seven = values({ value: 7 });
const without7 = values({ value: 7, delete: true });

describe('the dates of a group', () => {
  const date = { timestamp: '5', formatted: '1970-01-01' };
  const both = { group_status: 'inactive', group_type: 'church' };
  test.each<Row>([
    ['start a new church now', { group_type: 'church' }, { church_start_date: now }],
    [
      'start a church written as a list of one now',
      { group_type: values({ value: 'church' }) },
      { church_start_date: now },
    ],
    [
      'keep the present start of a church',
      { group_type: 'church' },
      {},
      { existing: { church_start_date: date } },
    ],
    ['keep the start of a church in the request', { group_type: 'church', church_start_date: 7 }, {}],
    ['do not change for a team', { group_type: 'team' }, {}],
    ['end an inactive group now', { group_status: 'inactive' }, { end_date: now }],
    ['keep the present end', { group_status: 'inactive' }, {}, { existing: { end_date: date } }],
    ['do not change for an active group', { group_status: 'active' }, {}],
    ['start and end an inactive church now', both, { end_date: now, church_start_date: now }],
  ])('%s', expectRule(groupDates));
});

describe('a group leader', () => {
  const forced = (...entries: unknown[]) => ({ force_values: true, ...values({ value: 8 }, ...entries) });
  const named = values({ value: 'Harbour' }, { value: 9 });
  test.each<Row>([
    ['becomes a member', { group_leader: seven }, { groups: seven }],
    [
      'becomes a member besides the members of the request',
      { group_leader: seven, groups: forced() },
      { groups: forced({ value: 7 }) },
    ],
    ['is a member only once', { group_leader: seven, groups: values({ value: '7' }) }, {}],
    [
      'is not a member when the request removes the membership',
      { group_leader: seven, groups: without7 },
      {},
    ],
    ['stays a member after the leadership is removed', { group_leader: without7 }, {}],
    ['given by title becomes a member', { group_leader: named }, { groups: named }],
    ['with an invalid value is left to the validation of the field', { group_leader: 7 }, {}],
    ['with invalid members is left to the validation of the field', { group_leader: seven, groups: [7] }, {}],
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
    ['are set on the baptizer', { baptized: seven }, { milestones: values(baptizing) }],
    [
      'are set on the baptized contact',
      { baptized_by: values({ value: '7' }) },
      { milestones: values(baptized) },
    ],
    [
      'are both set on a baptizer who is baptized',
      { baptized: seven, baptized_by: seven },
      { milestones: values(baptizing, baptized) },
    ],
    ['are added to the milestones of the request', { baptized: seven, milestones: values(belief) }, both],
    ['are not set when the request removes them', { baptized: seven, milestones: removed }, {}],
    [
      'are not set for a baptism that existed before',
      { baptized: seven },
      {},
      { existing: { baptized: [{ ID: 7 }] } },
    ],
    ['are not set when a baptism is removed', { baptized: without7 }, {}],
    [
      'are not set when all baptisms are removed',
      { baptized_by: none },
      {},
      { existing: { baptized_by: [{ ID: 7 }] } },
    ],
  ])('%s', expectRule(baptismMilestones));
});
