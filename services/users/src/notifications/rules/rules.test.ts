import { expect, test } from '@jest/globals';
import { textOf, type CommentEvent, type RecordEvent, type ShareEvent } from '@svc/contracts';
import { audienceOf, commentEvent, recordEvent, shareEvent } from '../../testing/told-events.ts';
import { commentRules } from './comment-rules.ts';
import { recordRules } from './record-rules.ts';
import type { PossibleRecipients } from './notification-rule.ts';
import { ruleByName, shareRules, matchRules } from './match-rules.ts';

/** 4 and 5 follow; the contacts 44 and 66 stand for the users 4 and 6; 9 follows all contacts. */
const people: PossibleRecipients = {
  followers: [4, 5],
  userOf: new Map([
    [44, 4],
    [66, 6],
  ]),
  followingAll: [9],
  audience: undefined,
};

/** Name → whom, field key and value, secondary id. */
type Matched = Record<string, [to: number[], key: string, value: string, secondary: number]>;

function matched(event: RecordEvent | CommentEvent | ShareEvent): [string, ...Matched[string]][] {
  const by =
    'record' in event.data
      ? matchRules(recordRules, event as RecordEvent)
      : 'comment' in event.data
        ? matchRules(commentRules, event as CommentEvent)
        : matchRules(shareRules, event as ShareEvent);
  const audience = 'audience' in event.data ? event.data.audience : undefined;
  return by.map(({ rule, notice }) => [
    rule.name,
    [...notice.to({ ...people, audience })],
    notice.fieldKey ?? '',
    notice.fieldValue ?? '',
    notice.secondaryId ?? 0,
  ]);
}

const assigned = audienceOf({ assigned_to: 4, following: [4, 5] });
const userContact = { shared_with: [], type: 'user', sources: [] };
const update = (part: Parameters<typeof recordEvent>[1]) => recordEvent('updated', part);
const reassigned = { changed: { assigned_to: { before: 7, after: 4 } }, written: ['assigned_to'] };
const asked = { changed: { requires_update: { before: null, after: true } }, written: ['requires_update'] };
const steps = (key: string) => ({
  changed: { [key]: { added: ['a', 'b'], removed: ['c'] } },
  written: [key],
});
const phone = { changed: { contact_phone: { added: [{}], removed: [] } }, written: ['contact_phone'] };
const subassigning = {
  changed: { subassigned: { added: [44, 66, 77], removed: [66] } },
  written: ['subassigned'],
  audience: audienceOf({ subassigned: [44, 66, 77] }),
};
const both = {
  changed: { ...reassigned.changed, ...phone.changed },
  written: ['assigned_to', 'contact_phone'],
};

const rows: [about: string, event: Parameters<typeof matched>[0], expected: unknown[]][] = [
  [
    'a new record tells whose it is',
    recordEvent('created', { audience: assigned }),
    [['created', [4], 'access', '', 0]],
  ],
  ['a new record of nobody tells nobody', recordEvent('created'), []],
  ['a silent new record tells nobody', recordEvent('created', { audience: assigned, silent: true }), []],
  [
    'a new contact of a user tells nobody',
    recordEvent('created', { audience: assigned, visibility: userContact }),
    [],
  ],
  [
    'of a group without a type nothing is said of it',
    recordEvent('created', {
      audience: assigned,
      record: { post_type: 'groups' },
      visibility: { shared_with: [], type: '', sources: [] },
    }),
    [['created', [4], '', '', 0]],
  ],
  [
    'an assignment tells whose it is, and the others',
    update({ ...reassigned, audience: assigned }),
    [
      ['assigned_to', [4], '', '', 0],
      ['assigned_to_other', [5], 'assigned_to', '4', 0],
    ],
  ],
  [
    'an assignment that the request did not name tells nobody',
    update({ ...reassigned, written: ['name'], audience: assigned }),
    [],
  ],
  [
    'a written assignment that is the same as before tells nobody',
    update({ written: ['assigned_to'], audience: assigned }),
    [],
  ],
  [
    'an assignment to nobody tells nobody',
    update({ ...reassigned, audience: audienceOf({ following: [5] }) }),
    [],
  ],
  ['a silent assignment tells nobody', update({ ...reassigned, audience: assigned, silent: true }), []],
  [
    'the contact of a user tells nobody of an assignment',
    update({ ...reassigned, audience: assigned, visibility: userContact }),
    [],
  ],
  [
    'an assignment without its values is told all the same',
    update({
      ...reassigned,
      changed: { assigned_to: { added: [], removed: [] } },
      audience: assigned,
      truncated: true,
    }),
    [
      ['assigned_to', [4], '', '', 0],
      ['assigned_to_other', [5], 'assigned_to', '4', 0],
    ],
  ],
  [
    'an update is asked of who is responsible',
    update({ ...asked, audience: assigned }),
    [['requires_update', [4], '', '', 0]],
  ],
  [
    'an update is asked of followers to whom it is sub-assigned',
    update({ ...asked, audience: audienceOf({ subassigned: [44, 66] }) }),
    [['requires_update', [4], '', '', 0]],
  ],
  [
    'an update that is no longer asked for tells nobody',
    update({ ...asked, changed: { requires_update: { before: true, after: false } }, audience: assigned }),
    [],
  ],
  [
    'an update that may have been asked for is not told without its values',
    update({
      ...asked,
      changed: { requires_update: { added: [], removed: [] } },
      audience: assigned,
      truncated: true,
    }),
    [],
  ],
  [
    'each step of a contact is told to all followers',
    update(steps('milestones')),
    [
      ['milestone', [4, 5], 'milestones', 'a', 0],
      ['milestone', [4, 5], 'milestones', 'b', 0],
    ],
  ],
  [
    'the steps of groups are their health',
    update({ ...steps('health_metrics'), record: { post_type: 'groups' } }),
    [
      ['milestone', [4, 5], 'milestones', 'a', 0],
      ['milestone', [4, 5], 'milestones', 'b', 0],
    ],
  ],
  ['health is no step of a contact', update(steps('health_metrics')), []],
  ['ways to reach somebody are told once', update(phone), [['contact_info_update', [4, 5], '', '', 0]]],
  ['a new contact tells nobody of its phone number', recordEvent('created', phone), []],
  [
    'a sub-assignment tells the users of new contacts',
    update(subassigning),
    [['subassigned', [4], 'comments', '', 0]],
  ],
  [
    'a new record is sub-assigned too',
    recordEvent('created', subassigning),
    [['subassigned', [4], 'comments', '', 0]],
  ],
  ['a sub-assignment from the other side tells nobody', update({ ...subassigning, written: [] }), []],
  [
    'several conditions make several notifications',
    update({ ...both, audience: assigned }),
    [
      ['assigned_to', [4], '', '', 0],
      ['assigned_to_other', [5], 'assigned_to', '4', 0],
      ['contact_info_update', [4, 5], '', '', 0],
    ],
  ],
  [
    'who gave a contact back is told to whom it falls back, though silently',
    update({ ...reassigned, silent: true, occasion: 'assignment_declined', audience: assigned }),
    [['assignment_declined', [4], '', '', 30]],
  ],
  [
    'accepting tells nobody',
    update({ silent: true, occasion: 'assignment_accepted', audience: assigned }),
    [],
  ],
  [
    'an update before there were audiences tells nobody of an assignment',
    update({ ...reassigned, audience: undefined as never }),
    [],
  ],
  ['a share tells with whom', shareEvent(), [['share', [4], 'comments', '', 0]]],
  ['a share that follows from something tells nobody', shareEvent({ about: { silent: true } }), []],
  [
    'a comment tells whom it mentions, all followers, and who follows all contacts',
    commentEvent('created', { about: { mentions: [7] } }),
    [
      ['mention', [7], 'comments', '', 5],
      ['comment', [4, 5, 9], 'comments', '', 5],
    ],
  ],
  [
    'who follows all contacts is not told of private ones',
    commentEvent('created', { about: { audience: audienceOf({ type: 'personal' }) } }),
    [['comment', [4, 5], 'comments', '', 5]],
  ],
  [
    'nor of groups',
    commentEvent('created', { about: { post_type: 'groups' } }),
    [['comment', [4, 5], 'comments', '', 5]],
  ],
  [
    'a comment of another type tells whom it mentions',
    commentEvent('created', { about: { type: 'email', mentions: [7] } }),
    [['mention', [7], 'comments', '', 5]],
  ],
  ['a silent comment tells nobody', commentEvent('created', { about: { silent: true, mentions: [7] } }), []],
  ['a changed comment tells nobody', commentEvent('updated', { about: { mentions: [7] } }), []],
];

test.each(rows)('%s', (_about, event, expected) => {
  expect(matched(event)).toEqual(expected);
});

test.each([
  ['created', 'Ada was created and assigned to you.'],
  ['assigned_to', 'You have been assigned: Ada.'],
  ['assigned_to_other', '@Mona assigned Ada to @Mike.'],
  ['requires_update', '@Mike, an update is requested on Ada.'],
  ['milestone', 'Mona added milestone Baptized on Ada.'],
  ['contact_info_update', 'Mona modified contact details on Ada.'],
  ['share', 'Mona shared Ada with you.'],
  ['subassigned', 'Mona subassigned Ada to you.'],
  ['mention', 'Mona mentioned you on Ada saying:'],
  ['comment', 'Mona commented on Ada saying:'],
  ['assignment_declined', 'Mona declined assignment on: Ada.'],
] as const)('%s says: %s', (name, note) => {
  const parts = { record: 'Ada', actor: 'Mona', assignee: 'Mike', option: 'Baptized' };
  expect(textOf(ruleByName.get(name)?.note(parts) ?? { template: '', values: [] })).toBe(note);
});

test('an update of nobody’s record is asked for without a name', () => {
  const note = ruleByName
    .get('requires_update')
    ?.note({ record: 'Ada', actor: '', assignee: '', option: '' });
  expect(note && textOf(note)).toBe('An update is requested on Ada.');
});
