import type { OutputOf, usersNotifications } from '@svc/contracts';
import { utcText } from '@svc/service-kit';
import { toldIn, type Told, type Wording } from './note-of.ts';
import type { StoredNotification } from './notification.ts';
import { prettyTime } from './pretty-time.ts';

type Presented = OutputOf<typeof usersNotifications>[number];

/** For whom a notification is presented. */
export interface Reader extends Told {
  readonly locale: string;
  readonly now: Date;
}

/** A notification as its user reads it. */
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
    notification_note: toldIn(notification, reader, wording).html,
    date_notified: utcText(at),
    is_new: isUnread ? '1' : '0',
    channels: channels.join(', '),
    field_key: notification.fieldKey,
    field_value: notification.fieldValue,
    post_title: wording.record,
    pretty_time: prettyTime(at, reader.now, reader.locale),
  };
}
