import { expect, test } from '@jest/globals';
import { textOf } from '@svc/contracts';
import { audienceOf, commentEvent, recordEvent, shareEvent } from '../../testing/told-events.ts';
import type { NotificationName } from '../../model/notification.ts';
import { type NotifiedEvent, readNotifiableEvent } from '../notifiable-event.ts';
import type { PossibleRecipients } from './notification-rule.ts';
import { ruleByName } from './match-rules.ts';

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
const userContact = { shared_with: [], type: 'user', sources: [] };
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
const steps = (key: string) => ({ changed: { [key]: change }, written: [key] });
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
const ofNoType = { audience: assigned, record: group, visibility: { ...userContact, type: '' } };
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
  ['a new record tells whose it is', created({ audience: assigned }), 'created to 4 by access//0'],
  ['a new record of nobody tells nobody', created()],
  ['a silent new record tells nobody', created({ audience: assigned, silent: true })],
  ['a new contact of a user tells nobody', created({ audience: assigned, visibility: userContact })],
  ['of a group without a type nothing is said of it', created(ofNoType), 'created to 4 by //0'],
  ['an assignment tells whose it is, and the others', update(reassigning), ...toOwnerAndOthers],
  ['an assignment that the request did not name tells nobody', update({ ...reassigning, written: ['name'] })],
  ['a written assignment that is no change tells nobody', update({ ...reassigning, changed: {} })],
  ['an assignment to nobody tells nobody', update({ ...reassigned, audience: followed })],
  ['a silent assignment tells nobody', update({ ...reassigning, silent: true })],
  ['nobody is told whose the contact of a user is', update({ ...reassigning, visibility: userContact })],
  ['an assignment without its values is told all the same', update(truncated), ...toOwnerAndOthers],
  ['an update is asked of who is responsible', update(asking(null, true)), 'requires_update to 4 by //0'],
  [
    'an update is asked of followers to whom it is sub-assigned',
    update({ ...asking(null, true), audience: audienceOf({ subassigned: [44, 66] }) }),
    'requires_update to 4 by //0',
  ],
  ['an update that is no longer asked for tells nobody', update(asking(true, false))],
  ['an update that may have been asked for is not told without its values', update(truncatedAsking)],
  ['each step of a contact is told to all followers', update(steps('milestones')), ...stepsToFollowers],
  ['the steps of groups are their health', update({ ...health, record: group }), ...stepsToFollowers],
  ['health is no step of a contact', update(health)],
  ['ways to reach somebody are told once', update(phone), ofPhone],
  ['a new contact tells nobody of its phone number', created(phone)],
  ['a sub-assignment tells the users of new contacts', update(subassigning), toSubassigned],
  ['a new record is sub-assigned too', created(subassigning), toSubassigned],
  ['a sub-assignment from the other side tells nobody', update({ ...subassigning, written: [] })],
  ['several conditions make several notifications', update(both), ...toOwnerAndOthers, ofPhone],
  [
    'who gave a contact back is told to whom it falls back, though silently',
    update({ ...reassigned, ...declined }),
    'assignment_declined to 4 by //30',
  ],
  ['accepting tells nobody', update(accepted)],
  ['an update before there were audiences tells nobody of an assignment', update(beforeAudiences)],
  ['a share tells with whom', shareEvent(), 'share to 4 by comments//0'],
  ['a share that follows from something tells nobody', shareEvent({ about: { silent: true } })],
  [
    'a comment tells whom it mentions, all followers, and who follows all contacts',
    comment({ mentions: [7] }),
    mentioned,
    'comment to 4, 5, 9 by comments//5',
  ],
  [
    'who follows all contacts is not told of private ones',
    comment({ audience: audienceOf({ type: 'personal' }) }),
    'comment to 4, 5 by comments//5',
  ],
  ['nor of groups', comment(group), 'comment to 4, 5 by comments//5'],
  ['a comment of another type tells whom it mentions', comment({ type: 'email', mentions: [7] }), mentioned],
  ['a silent comment tells nobody', comment({ silent: true, mentions: [7] })],
  ['a changed comment tells nobody', commentEvent('updated', { about: { mentions: [7] } })],
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
])('%s says: %s', (name, note, parts = {}) => {
  const all = { record: 'Ada', actor: 'Mona', assignee: 'Mike', option: 'Baptized', ...parts };
  expect(textOf(ruleByName.get(name)?.note(all) ?? { template: '', values: [] })).toBe(note);
});
