import { client } from '../api/client.ts';
import { isOfType, useChanges } from '../live/changes.ts';
import { Note } from '../notifications/note.tsx';
import { caller } from '../session/caller.ts';
import { listedTypes } from '../settings/settings.ts';
import { addressOf } from '../address/address.ts';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { listAddress } from '../records/list-state.ts';
import type { RecordAnswer } from '../records/record.ts';
import { nameOf } from '../records/record.ts';

/** The first page: the user's own work. */
export function StartPage() {
  return (
    <>
      <h1>{t('Welcome, {name}', { name: caller.value?.display_name ?? '' })}</h1>
      <div class="tiles">
        {listedTypes().map(([key, { label_plural: label, fields }]) =>
          fields['assigned_to'] ? (
            <OwnRecords key={key} postType={key} title={t('{records} assigned to me', { records: label })} />
          ) : null,
        )}
        {listedTypes().map(([key, { label_plural: label, fields }]) =>
          fields['requires_update'] && fields['assigned_to'] ? (
            <OwnRecords
              key={key}
              postType={key}
              title={t('{records} that need an update', { records: label })}
              needUpdate
            />
          ) : null,
        )}
        <Notifications />
      </div>
    </>
  );
}

interface OwnRecordsProps {
  readonly postType: string;
  readonly title: string;
  readonly needUpdate?: boolean;
}

function OwnRecords({ postType, title, needUpdate = false }: OwnRecordsProps) {
  const query = {
    assigned_to: ['me'],
    ...(needUpdate && { requires_update: [true] }),
    sort: '-last_modified',
  };
  const { value, error, reload } = useLoaded(
    (signal) =>
      client.request<{ posts: readonly RecordAnswer[]; total: number }>({
        method: 'POST',
        path: `svc-posts/v2/${postType}/list`,
        json: { ...query, limit: 5, fields_to_return: ['name'] },
        options: { signal },
      }),
    [postType],
  );
  useChanges((event) => isOfType(event, postType), reload);
  return (
    <section class="tile">
      <h2>
        <a href={listAddress(postType, { query })}>{title}</a>{' '}
        {value && <span class="count">{value.total}</span>}
      </h2>
      {error !== undefined && <Notice kind="problem">{messageOf(error)}</Notice>}
      <ul class="plain">
        {value?.posts.map((record) => (
          <li key={record.ID}>
            <a href={addressOf([postType, record.ID])}>{nameOf(record)}</a>
          </li>
        ))}
      </ul>
      {value?.total === 0 && <p class="muted">{t('Nothing to do here.')}</p>}
    </section>
  );
}

function Notifications() {
  const { value, error, reload } = useLoaded(
    (signal) => client.notifications.list({ all: true, limit: 10, signal }),
    [],
  );
  useChanges((event) => event.type === 'notification', reload);
  return (
    <section class="tile">
      <h2>
        <a href={addressOf(['-', 'notifications'])}>{t('Notifications')}</a>
      </h2>
      {error !== undefined && <Notice kind="problem">{messageOf(error)}</Notice>}
      <ul class="plain">
        {value?.map((notification) => (
          <li key={notification.id} class={notification.is_new === '1' ? 'unread' : undefined}>
            <Note notification={notification} /> <small>{notification.pretty_time[0]}</small>
          </li>
        ))}
      </ul>
      {value?.length === 0 && <p class="muted">{t('No notifications.')}</p>}
    </section>
  );
}
