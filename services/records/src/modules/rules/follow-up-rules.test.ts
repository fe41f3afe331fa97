import { describe, expect, test } from '@jest/globals';
import { systemActor, type Actor, type Fields } from '@svc/contracts';
import { userActor } from '@svc/service-kit/testing';
import { assignment } from './assignment.ts';
import { becomingAccess } from './contact-type.ts';
import type { FieldRule } from './field-rule.ts';
import { buttonsMoveThePath, stepsPressButtons } from './seeker-path.ts';
import { updateAnswered } from './update-answered.ts';

const mona = userActor(3, 'Mona', ['access_contacts']);
const dispatcher = userActor(5, 'Dispatcher', [
  'access_contacts',
  'dt_all_access_contacts',
  'assign_any_contacts',
]);
const siteLink: Actor = { ...systemActor('Form'), kind: 'site_link' };

const of = (option: string) => ({ key: option, label: option });
const assigned = (user: number) => ({
  id: String(user),
  type: 'user',
  display: 'x',
  'assigned-to': `user-${user}`,
});

/** What is written, what the record shows, who writes, and what else is written. */
type Row = [name: string, fields: Fields, existing: Fields, actor: Actor, besides: Fields];

function expectRule(rule: FieldRule, [, fields, existing, actor, besides]: Row): void {
  expect(rule(fields, { existing, actor, now: 0 })).toEqual({ ...fields, ...besides });
}

describe('a contact that is assigned', () => {
  const active = { overall_status: of('active'), assigned_to: assigned(4), accepted: true };
  test.each<Row>([
    [
      'to somebody else waits for being accepted',
      { assigned_to: 3 },
      active,
      dispatcher,
      { accepted: false, overall_status: 'assigned' },
    ],
    [
      'by who may not assign any keeps its status',
      { assigned_to: 4 },
      { ...active, assigned_to: assigned(3) },
      mona,
      { accepted: false },
    ],
    [
      'by e-mail is so as well',
      { assigned_to: 'user4@example.test' },
      active,
      dispatcher,
      { accepted: false, overall_status: 'assigned' },
    ],
    [
      'to the caller while it waits is accepted',
      { assigned_to: 'user-3' },
      { ...active, overall_status: of('assigned') },
      mona,
      { overall_status: 'active' },
    ],
    [
      'to the caller by e-mail, too',
      { assigned_to: 'User3@example.test' },
      { ...active, overall_status: of('assigned') },
      mona,
      { overall_status: 'active' },
    ],
    [
      'to somebody else after nobody has accepted it has nothing to take back',
      { assigned_to: 4 },
      { overall_status: of('active'), accepted: false },
      mona,
      {},
    ],
    ['to the caller while it is active stays so', { assigned_to: 3 }, active, mona, {}],
    ['to who has it already changes nothing', { assigned_to: '4' }, active, dispatcher, {}],
    ['to nobody is accepted by nobody', { assigned_to: '' }, active, dispatcher, { accepted: false }],
    [
      'to nobody, where it was so, changes nothing',
      { assigned_to: null },
      { overall_status: of('active') },
      dispatcher,
      {},
    ],
    [
      'while it is closed stays closed',
      { assigned_to: 3 },
      { ...active, overall_status: of('closed') },
      dispatcher,
      {},
    ],
    [
      'together with a status gets that status',
      { assigned_to: 3, overall_status: 'active' },
      active,
      dispatcher,
      {},
    ],
    [
      'as accepted is accepted',
      { assigned_to: 3, accepted: true },
      active,
      dispatcher,
      { overall_status: 'assigned' },
    ],
    [
      'in no valid form is left for the field to refuse',
      { assigned_to: {} },
      active,
      mona,
      { accepted: false },
    ],
    ['to nobody new is no news', { nickname: 'x' }, active, dispatcher, {}],
  ])('%s', (...row) => expectRule(assignment, row));
});

describe('a contact that becomes one to follow up', () => {
  test.each<Row>([
    [
      'gets a status and an assignee',
      { type: 'access' },
      { type: of('personal') },
      mona,
      { overall_status: 'active', assigned_to: 3 },
    ],
    [
      'keeps what it has of both',
      { type: 'access' },
      { type: of('personal'), overall_status: of('paused'), assigned_to: assigned(4) },
      mona,
      {},
    ],
    [
      'gets what the request says',
      { type: 'access', assigned_to: 7 },
      { type: of('personal') },
      mona,
      { overall_status: 'active' },
    ],
    [
      'is assigned to no site link',
      { type: 'access' },
      { type: of('personal') },
      siteLink,
      { overall_status: 'active' },
    ],
    ['is as it was when it was one already', { type: 'access' }, { type: of('access') }, mona, {}],
    ['is another one than one that becomes private', { type: 'personal' }, { type: of('access') }, mona, {}],
  ])('%s', (...row) => expectRule(becomingAccess, row));
});

describe('a quick button', () => {
  const at = (step: string) => ({ seeker_path: of(step) });
  test.each<Row>([
    [
      'moves the path to its step',
      { quick_button_contact_established: 1 },
      at('none'),
      mona,
      { seeker_path: 'established' },
    ],
    ['moves it from nowhere', { quick_button_no_answer: '1' }, {}, mona, { seeker_path: 'attempted' }],
    ['never moves it back', { quick_button_no_answer: 2 }, at('met'), mona, {}],
    [
      'of two the further one counts',
      { quick_button_no_answer: 1, quick_button_meeting_scheduled: 1 },
      at('none'),
      mona,
      { seeker_path: 'scheduled' },
    ],
    ['of a missed meeting moves nothing', { quick_button_no_show: 1 }, at('none'), mona, {}],
    ['that is set back moves nothing', { quick_button_meeting_complete: 0 }, at('none'), mona, {}],
    [
      'leaves a step that the request names',
      { quick_button_meeting_complete: 1, seeker_path: 'attempted' },
      at('none'),
      mona,
      {},
    ],
    ['leaves a step that is not on the path', { quick_button_meeting_complete: 1 }, at('trained'), mona, {}],
  ])('%s', (...row) => expectRule(buttonsMoveThePath, row));
});

describe('a step of the path', () => {
  test.each<Row>([
    ['counts in its button', { seeker_path: 'scheduled' }, {}, mona, { quick_button_meeting_scheduled: 1 }],
    [
      'counts as a set of one, too',
      { seeker_path: { values: [{ value: 'met' }] } },
      {},
      mona,
      { quick_button_meeting_complete: 1 },
    ],
    ['counts once', { seeker_path: 'established' }, { quick_button_contact_established: 4 }, mona, {}],
    ['counts as the request says', { seeker_path: 'met', quick_button_meeting_complete: 3 }, {}, mona, {}],
    ['of an attempt counts in none', { seeker_path: 'attempted' }, {}, mona, {}],
    ['that is none counts in none', { seeker_path: 'none' }, {}, mona, {}],
    ['of no valid form is left for the field to refuse', { seeker_path: 7 }, {}, mona, {}],
  ])('%s', (...row) => expectRule(stepsPressButtons, row));
});

describe('the question for an update', () => {
  const open = { requires_update: true, assigned_to: assigned(3) };
  const answered = { requires_update: false };
  test.each<Row>([
    ['is answered by a quick button', { quick_button_no_show: 1 }, open, mona, answered],
    ['is answered by a step', { seeker_path: 'met' }, open, mona, answered],
    ['is not answered by an attempt', { seeker_path: 'attempted' }, open, mona, {}],
    ['is not answered by who oversees all', { seeker_path: 'met' }, open, dispatcher, {}],
    [
      'is answered by who oversees all and is assigned',
      { seeker_path: 'met' },
      { ...open, assigned_to: assigned(5) },
      dispatcher,
      answered,
    ],
    ['is not answered by a site link', { seeker_path: 'met' }, open, siteLink, {}],
    [
      'is answered by a pause with its reason, whoever makes it',
      { overall_status: 'paused', reason_paused: 'vacation' },
      open,
      dispatcher,
      answered,
    ],
    [
      'is answered by an end with its reason',
      { overall_status: 'closed', reason_closed: 'moved' },
      open,
      siteLink,
      answered,
    ],
    [
      'is answered by an end with its reason before anybody has asked it',
      { overall_status: 'closed', reason_closed: 'moved' },
      {},
      mona,
      answered,
    ],
    ['is not answered without a reason', { overall_status: 'closed' }, open, mona, {}],
    ['is not answered by an empty reason', { overall_status: 'closed', reason_closed: '' }, open, mona, {}],
    [
      'is not answered by a reason for something else',
      { overall_status: 'closed', reason_paused: 'vacation' },
      open,
      mona,
      {},
    ],
    ['stays when the request says so', { quick_button_no_show: 1, requires_update: true }, open, mona, {}],
    ['is nothing to answer when nobody asks', { quick_button_no_show: 1 }, {}, mona, {}],
  ])('%s', (...row) => expectRule(updateAnswered, row));
});
