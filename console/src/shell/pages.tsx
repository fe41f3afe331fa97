import type { ComponentChild } from 'preact';
import { ListPage } from '../records/list-page.tsx';
import { NewRecordPage } from '../records/new-record-page.tsx';
import { RecordPage } from '../records/record-page.tsx';
import { may } from '../session/caller.ts';
import { postTypes } from '../settings/settings.ts';
import { StartPage } from '../start/start-page.tsx';
import { t } from '../text/t.ts';
import { lazy } from '../ui/lazy.tsx';
import { Notice } from '../ui/notice.tsx';
import { administrationPages } from './administration-pages.ts';
import type { place } from '../address/address.ts';

const NotificationsPage = lazy(
  async () => (await import('../notifications/notifications-page.tsx')).NotificationsPage,
);

const ProfilePage = lazy(async () => (await import('../profile/profile-page.tsx')).ProfilePage);
const PersonPage = lazy(async () => (await import('../people/person-page.tsx')).PersonPage);
const MergePage = lazy(async () => (await import('../records/merge-page.tsx')).MergePage);

/** The page of an address: `/`, `/contacts`, `/contacts/new`, `/contacts/12` and `/contacts/12/merge/5`; `/-/notifications` and others that no type can be named like. */
export function pageOf({ parts, query }: typeof place.value): ComponentChild {
  const [postType, id, action, other] = parts;
  if (postType === undefined) return <StartPage />;
  if (postType === '-') return ownPage(id, action);
  const settings = postTypes.value?.[postType];
  if (!settings || !may(`access_${postType}`)) return <NoPage />;
  const of = { postType, settings };
  if (id === undefined) return <ListPage key={postType} {...of} query={query} />;
  if (id === 'new' && may(`create_${postType}`)) return <NewRecordPage key={postType} {...of} />;
  if (action === 'merge' && isId(id) && isId(other))
    return <MergePage key={parts.join(' ')} {...of} id={Number(id)} other={Number(other)} />;
  if (isId(id) && action === undefined)
    return <RecordPage key={`${postType} ${id}`} {...of} id={Number(id)} />;
  return <NoPage />;
}

function isId(part: string | undefined): part is string {
  return part !== undefined && /^\d+$/.test(part);
}

function ownPage(key: string | undefined, id: string | undefined): ComponentChild {
  const page = administrationPages().find((each) => each.key === key);
  if (page?.key === 'people' && isId(id)) return <PersonPage key={id} id={Number(id)} />;
  if (page) return <page.Page />;
  if (key === 'notifications') return <NotificationsPage />;
  if (key === 'profile') return <ProfilePage />;
  return <NoPage />;
}

function NoPage() {
  return <Notice kind="problem">{t('This page does not exist, or you may not see it.')}</Notice>;
}
