import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { useChanges } from '../live/changes.ts';
import { countUnread, unreadNotifications } from '../notifications/unread.ts';
import { caller } from '../session/caller.ts';
import { signOut } from '../api/client.ts';
import { listedTypes } from '../settings/settings.ts';
import { t } from '../text/t.ts';
import { SearchDialog } from './search-dialog.tsx';
import { administrationPages } from './administration-pages.ts';
import { addressOf, place } from '../address/address.ts';

/** The bar at the top of each page: types of records, search, notifications, and the user. */
export function Menu() {
  const [isSearching, setSearching] = useState(false);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setSearching(true);
    };
    addEventListener('keydown', onKeyDown);
    return () => removeEventListener('keydown', onKeyDown);
  }, []);
  const userId = caller.value?.ID;
  const count = () => void countUnread().catch(() => undefined);
  useEffect(() => {
    if (userId !== undefined) count();
  }, [userId]);
  useChanges((event) => event.type === 'notification', count);
  return (
    <header class="menu">
      <nav aria-label={t('Pages')}>
        <Item parts={[]}>{t('Start')}</Item>
        {listedTypes().map(([key, { label_plural: label }]) => (
          <Item key={key} parts={[key]}>
            {label}
          </Item>
        ))}
        {administrationPages().map(({ key, title }) => (
          <Item key={key} parts={['-', key]}>
            {title}
          </Item>
        ))}
      </nav>
      <span class="space" />
      <button type="button" onClick={() => setSearching(true)} aria-keyshortcuts="Control+K">
        {t('Search')} <kbd>Ctrl K</kbd>
      </button>
      <nav aria-label={t('Profile')}>
        <Item parts={['-', 'notifications']}>
          {t('Notifications')}{' '}
          {unreadNotifications.value > 0 && <span class="count">{unreadNotifications.value}</span>}
        </Item>
        <Item parts={['-', 'profile']}>{caller.value?.display_name}</Item>
      </nav>
      <button type="button" class="quiet" onClick={() => void signOut().catch(() => undefined)}>
        {t('Sign out')}
      </button>
      {isSearching && <SearchDialog onClose={() => setSearching(false)} />}
    </header>
  );
}

/** A link to a page; the current one is marked. */
function Item({ parts, children }: { parts: readonly string[]; children: ComponentChildren }) {
  const current = place.value.parts;
  const isCurrent =
    parts.length === 0 ? current.length === 0 : parts.every((part, index) => current[index] === part);
  return (
    <a href={addressOf(parts)} aria-current={isCurrent ? 'page' : undefined}>
      {children}
    </a>
  );
}
