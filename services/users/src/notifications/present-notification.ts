import type { OutputOf, usersNotifications } from '@svc/contracts';
import { utcText } from '@svc/service-kit';
import { languageFor, languageTag } from '@svc/language';
import type { StoredNotification } from '../model/notification.ts';
import { type NoteContext, noteOf, type Wording } from './note-of.ts';

type Presented = OutputOf<typeof usersNotifications>[number];

const minute = 60;
const hour = 60 * minute;
const day = 24 * hour;

/** Units of time with their length in seconds, largest first. */
const units: readonly (readonly [Intl.RelativeTimeFormatUnit, number])[] = [
  ['year', 365 * day],
  ['month', 30 * day],
  ['week', 7 * day],
  ['day', day],
  ['hour', hour],
  ['minute', minute],
];

export interface Reader extends NoteContext {
  readonly locale: string;
  readonly now: Date;
}

export function presentNotification(
  notification: StoredNotification,
  wording: Wording,
  reader: Reader,
): Presented {
  const { _id: id, userId, actor, record, at, isUnread, channels } = notification;
  return {
    id: String(id),
    user_id: String(userId),
    source_user_id: String(actor.userId),
    post_id: String(record.id),
    secondary_item_id: String(notification.secondaryId),
    notification_name: notification.name,
    notification_action: notification.action,
    notification_note: noteOf(notification, reader, wording).html,
    date_notified: utcText(at),
    is_new: isUnread ? '1' : '0',
    channels: channels.join(', '),
    field_key: notification.fieldKey,
    field_value: notification.fieldValue,
    post_title: wording.record,
    pretty_time: prettyTime(at, reader.now, reader.locale),
  };
}

/** The time since `at` in the language of a locale, at least a minute, and its day as `m/d/Y` in UTC. */
export function prettyTime(at: Date, now: Date, locale: string): [string, string] {
  const seconds = Math.max(minute, (now.getTime() - at.getTime()) / 1_000);
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? ['minute', minute];
  const tag = languageTag(languageFor(locale));
  const ago = new Intl.RelativeTimeFormat(tag).format(-Math.floor(seconds / length), unit);
  const [year, month, ofMonth] = at.toISOString().slice(0, 10).split('-');
  return [ago, `${month}/${ofMonth}/${year}`];
}
