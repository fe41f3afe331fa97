import { useState } from 'preact/hooks';
import type { Notification } from '@svc/client';
import { client } from '../api/client.ts';
import { useChanges } from '../live/changes.ts';
import { caller } from '../session/caller.ts';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { Note } from './note.tsx';
import { countUnread, unreadNotifications } from './unread.ts';

const pageSize = 50;

/** All notifications of the user (docs/guides/notifications.md). */
export function NotificationsPage() {
  const [isUnreadOnly, setUnreadOnly] = useState(false);
  const [isMentionsOnly, setMentionsOnly] = useState(false);
  const [limit, setLimit] = useState(pageSize);
  const [problem, setProblem] = useState<string>();
  const { value, error, reload } = useLoaded(
    (signal) => client.notifications.list({ all: !isUnreadOnly, mentions: isMentionsOnly, limit, signal }),
    [isUnreadOnly, isMentionsOnly, limit],
  );
  useChanges((event) => event.type === 'notification', reload);
  const change = async (work: Promise<unknown>) => {
    try {
      await work;
      setProblem(undefined);
      reload();
      await countUnread();
    } catch (failure) {
      setProblem(messageOf(failure));
    }
  };
  const { notifications } = client;
  return (
    <>
      <header class="page-head">
        <h1>{t('Notifications')}</h1>
        <span class="count">{unreadNotifications.value}</span>
        <span class="space" />
        <button
          type="button"
          disabled={unreadNotifications.value === 0}
          onClick={() => void change(notifications.markAllRead(caller.value?.ID ?? 0))}
        >
          {t('Mark all as read')}
        </button>
      </header>
      <div class="row">
        <Switch label={t('Only unread')} isOn={isUnreadOnly} onSwitch={setUnreadOnly} />
        <Switch label={t('Only mentions')} isOn={isMentionsOnly} onSwitch={setMentionsOnly} />
      </div>
      {(problem ?? error) !== undefined && <Notice kind="problem">{problem ?? messageOf(error)}</Notice>}
      <ul class="card plain comments">
        {value?.map((notification) => (
          <NotificationItem
            key={notification.id}
            notification={notification}
            onMark={(isRead) =>
              void change(
                isRead ? notifications.markRead(notification.id) : notifications.markUnread(notification.id),
              )
            }
          />
        ))}
        {value?.length === 0 && <li class="muted">{t('No notifications.')}</li>}
      </ul>
      {value?.length === limit && <ShowMore onShow={() => setLimit(limit + pageSize)} />}
    </>
  );
}

interface NotificationItemProps {
  readonly notification: Notification;
  onMark(isRead: boolean): void;
}

function NotificationItem({ notification, onMark }: NotificationItemProps) {
  const isUnread = notification.is_new === '1';
  return (
    <li class={isUnread ? 'unread' : undefined}>
      <p>
        <Note notification={notification} />
      </p>
      <time>{notification.pretty_time[0]}</time>{' '}
      <button type="button" class="quiet" onClick={() => onMark(isUnread)}>
        {isUnread ? t('Mark as read') : t('Mark as unread')}
      </button>
    </li>
  );
}

interface SwitchProps {
  readonly label: string;
  readonly isOn: boolean;
  onSwitch(isOn: boolean): void;
}

function Switch({ label, isOn, onSwitch }: SwitchProps) {
  return (
    <label class="switch">
      <input type="checkbox" checked={isOn} onChange={(event) => onSwitch(event.currentTarget.checked)} />
      {label}
    </label>
  );
}
