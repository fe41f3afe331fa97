import { useEffect, useState } from 'preact/hooks';
import { caller } from '../session/caller.ts';
import { signOut } from '../api/client.ts';
import { listedTypes } from '../settings/settings.ts';
import { t } from '../text/t.ts';
import { SearchDialog } from './search-dialog.tsx';
import { addressOf, place } from './router.ts';

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
  const [current] = place.value.parts;
  const item = (key: string | undefined, label: string) => (
    <a href={addressOf(key === undefined ? [] : [key])} aria-current={current === key ? 'page' : undefined}>
      {label}
    </a>
  );
  return (
    <header class="menu">
      <nav aria-label={t('Pages')}>
        {item(undefined, t('Start'))}
        {listedTypes().map(([key, { label_plural: label }]) => (
          <span key={key}>{item(key, label)}</span>
        ))}
      </nav>
      <span class="space" />
      <button type="button" onClick={() => setSearching(true)} aria-keyshortcuts="Control+K">
        {t('Search')} <kbd>Ctrl K</kbd>
      </button>
      <span class="who">{caller.value?.display_name}</span>
      <button type="button" class="quiet" onClick={() => void signOut().catch(() => undefined)}>
        {t('Sign out')}
      </button>
      {isSearching && <SearchDialog onClose={() => setSearching(false)} />}
    </header>
  );
}
