import { expect, test } from '@jest/globals';
import { textOf } from '@svc/contracts';
import { audienceOf, commentEvent, recordEvent, shareEvent } from '../../testing/told-events.ts';
import type { NotificationName } from '../../model/notification.ts';
import { type NotifiedEvent, readNotifiableEvent } from '../notifiable-event.ts';
import type { PossibleRecipients } from './notification-rule.ts';
import { ruleByName } from './match-rules.ts';

/** 4 and 5 follow; the contacts 44 and 66 stand for the users 4 and 6; 9 follows all records. */
const people: PossibleRecipients = {
  followers: [4, 5],
  userOf: new Map([
    [44, 4],
    [66, 6],
  ]),
  followingAll: [9],
  audience: undefined,
};

/** What is told, to whom, by which field and value, and of which comment. */
function matched(event: NotifiedEvent): string[] {
  const { matches, audience } = readNotifiableEvent(event);
  return matches.map(({ rule, notice }) => {
    const { fieldKey = '', fieldValue = '', secondaryId = 0 } = notice;
    const to = [...notice.to({ ...people, audience })].join(', ');
    return `${rule.name} to ${to} by ${[fieldKey, fieldValue, secondaryId].join('/')}`;
  });
}

const assigned = audienceOf({ assigned_to: 4, following: [4, 5] });
const created = (part?: Parameters<typeof recordEvent>[1]) => recordEvent('created', part);
const update = (part: Parameters<typeof recordEvent>[1]) => recordEvent('updated', part);
const comment = (about: NonNullable<Parameters<typeof commentEvent>[1]>['about'] = {}) =>
  commentEvent('created', { about });
const reassigned = { changed: { assigned_to: { before: 7, after: 4 } }, written: ['assigned_to'] };
const reassigning = { ...reassigned, audience: assigned };
const asking = (before: boolean | null, after: boolean) => ({
  changed: { requires_update: { before, after } },
  written: ['requires_update'],
  audience: assigned,
});
/** As an event tells a value that is too large for it. */
const left = { added: [], removed: [] };
const change = { added: ['a', 'b'], removed: ['c'] };
const steps = (key: string) => ({ changed: { [key]: change }, written: [key], milestones: key });
const phone = { changed: { contact_phone: { added: [{}], removed: [] } }, written: ['contact_phone'] };
const subassigning = {
  changed: { subassigned: { added: [44, 66, 77], removed: [66] } },
  written: ['subassigned'],
  audience: audienceOf({ subassigned: [44, 66, 77] }),
};
const both = {
  changed: { ...reassigned.changed, ...phone.changed },
  written: ['assigned_to', 'contact_phone'],
  audience: assigned,
};
const toOwnerAndOthers = ['assigned_to to 4 by //0', 'assigned_to_other to 5 by assigned_to/4/0'];
const stepsToFollowers = ['milestone to 4, 5 by milestones/a/0', 'milestone to 4, 5 by milestones/b/0'];
const group = { post_type: 'groups' };
const ofNoType = {
  audience: assigned,
  record: group,
  visibility: { shared_with: [], type: '', sources: [] },
};
const followed = audienceOf({ following: [5] });
const truncated = { ...reassigning, changed: { assigned_to: left }, truncated: true } as const;
const truncatedAsking = {
  ...asking(null, true),
  changed: { requires_update: left },
  truncated: true,
} as const;
const beforeAudiences = { ...reassigned, audience: undefined as never };
const health = steps('health_metrics');
const toSubassigned = 'subassigned to 4 by comments//0';
const ofPhone = 'contact_info_update to 4, 5 by //0';
const mentioned = 'mention to 7 by comments//5';
const declined = { silent: true, occasion: 'assignment_declined', audience: assigned } as const;
const accepted = { silent: true, occasion: 'assignment_accepted', audience: assigned } as const;

const rows: [about: string, event: NotifiedEvent, ...expected: string[]][] = [
  ['a new record notifies its assignee', created({ audience: assigned }), 'created to 4 by access//0'],
  ['a new record without an assignee notifies nobody', created()],
  ['a silent new record notifies nobody', created({ audience: assigned, silent: true })],
  ['a group without a type is announced without the type', created(ofNoType), 'created to 4 by //0'],
  ['an assignment notifies the assignee and the followers', update(reassigning), ...toOwnerAndOthers],
  [
    'an assignment that the request did not write notifies nobody',
    update({ ...reassigning, written: ['name'] }),
  ],
  ['a written assignment without a change notifies nobody', update({ ...reassigning, changed: {} })],
  ['a removed assignment notifies nobody', update({ ...reassigned, audience: followed })],
  ['a silent assignment notifies nobody', update({ ...reassigning, silent: true })],
  [
    'an assignment in a truncated event notifies the assignee and the followers',
    update(truncated),
    ...toOwnerAndOthers,
  ],
  ['a required update notifies the assignee', update(asking(null, true)), 'requires_update to 4 by //0'],
  [
    'a required update notifies followers to whom the record is sub-assigned',
    update({ ...asking(null, true), audience: audienceOf({ subassigned: [44, 66] }) }),
    'requires_update to 4 by //0',
  ],
  ['a required update that was switched off notifies nobody', update(asking(true, false))],
  ['a required update in a truncated event notifies nobody', update(truncatedAsking)],
  ['each milestone notifies all followers', update(steps('milestones')), ...stepsToFollowers],
  ['a milestone in another field notifies all followers', update(health), ...stepsToFollowers],
  ['options of a field without milestones notify nobody', update({ ...health, milestones: undefined })],
  ['changes of several channels make one notification', update(phone), ofPhone],
  ['the phone number of a new contact notifies nobody', created(phone)],
  ['a sub-assignment notifies the users of the added contacts', update(subassigning), toSubassigned],
  ['a new record notifies the users to whom it is sub-assigned', created(subassigning), toSubassigned],
  [
    'a sub-assignment written from the other record notifies nobody',
    update({ ...subassigning, written: [] }),
  ],
  [
    'an update that matches several rules makes several notifications',
    update(both),
    ...toOwnerAndOthers,
    ofPhone,
  ],
  [
    'a declined assignment notifies the new assignee, even of a silent write',
    update({ ...reassigned, ...declined }),
    'assignment_declined to 4 by //30',
  ],
  ['an accepted assignment notifies nobody', update(accepted)],
  ['an assignment in an event without an audience notifies nobody', update(beforeAudiences)],
  ['a share notifies its user', shareEvent(), 'share to 4 by comments//0'],
  ['a silent share notifies nobody', shareEvent({ about: { silent: true } })],
  [
    'a comment notifies mentioned users, followers, and followers of all records',
    comment({ mentions: [7] }),
    mentioned,
    'comment to 4, 5, 9 by comments//5',
  ],
  [
    'a comment notifies mentioned followers once',
    comment({ mentions: [4, 9] }),
    'mention to 4, 9 by comments//5',
    'comment to 5 by comments//5',
  ],
  [
    'a comment of another type notifies mentioned users only',
    comment({ type: 'email', mentions: [7] }),
    mentioned,
  ],
  ['a silent comment notifies nobody', comment({ silent: true, mentions: [7] })],
  ['a changed comment notifies nobody', commentEvent('updated', { about: { mentions: [7] } })],
];

test.each(rows)('%s', (_about, event, ...expected) => {
  expect(matched(event)).toEqual(expected);
});

test.each<[name: NotificationName, note: string, parts?: object]>([
  ['created', 'Ada was created and assigned to you.'],
  ['assigned_to', 'You have been assigned: Ada.'],
  ['assigned_to_other', '@Mona assigned Ada to @Mike.'],
  ['requires_update', '@Mike, an update is requested on Ada.'],
  ['requires_update', 'An update is requested on Ada.', { assignee: '' }],
  ['milestone', 'Mona added milestone Baptized on Ada.'],
  ['contact_info_update', 'Mona modified contact details on Ada.'],
  ['share', 'Mona shared Ada with you.'],
  ['subassigned', 'Mona subassigned Ada to you.'],
  ['mention', 'Mona mentioned you on Ada saying:'],
  ['comment', 'Mona commented on Ada saying:'],
  ['assignment_declined', 'Mona declined assignment on: Ada.'],
])('the note of %s is: %s', (name, note, parts = {}) => {
  const all = { record: 'Ada', actor: 'Mona', assignee: 'Mike', option: 'Baptized', ...parts };
  expect(textOf(ruleByName.get(name)?.note(all) ?? { template: '', values: [] })).toBe(note);
});
