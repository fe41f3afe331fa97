import type { ComponentChild } from 'preact';
import { ListPage } from '../records/list-page.tsx';
import { NewRecordPage } from '../records/new-record-page.tsx';
import { RecordPage } from '../records/record-page.tsx';
import { postTypes } from '../settings/settings.ts';
import { StartPage } from '../start/start-page.tsx';
import { t } from '../text/t.ts';
import { Notice } from '../ui/notice.tsx';
import type { place } from './router.ts';

/** The page of an address: `/`, `/contacts`, `/contacts/new` and `/contacts/12`. */
export function pageOf({ parts, query }: typeof place.value): ComponentChild {
  const [postType, id] = parts;
  if (postType === undefined) return <StartPage />;
  const settings = postTypes.value?.[postType];
  if (!settings) return <NoPage />;
  const of = { postType, settings };
  if (id === undefined) return <ListPage key={postType} {...of} query={query} />;
  if (id === 'new') return <NewRecordPage key={postType} {...of} />;
  if (/^\d+$/.test(id)) return <RecordPage key={`${postType} ${id}`} {...of} id={Number(id)} />;
  return <NoPage />;
}

function NoPage() {
  return <Notice kind="problem">{t('This page does not exist, or you may not see it.')}</Notice>;
}
