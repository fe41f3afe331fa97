import { useEffect } from 'preact/hooks';
import { session } from '../session/session.ts';
import { SignInPage } from '../session/sign-in-page.tsx';
import { loadPostTypes, postTypes } from '../settings/settings.ts';
import { loadCaller } from '../session/caller.ts';
import { t } from '../text/t.ts';
import { Notice } from '../ui/notice.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { messageOf } from '../ui/message-of.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import { Menu } from './menu.tsx';
import { pageOf } from './pages.tsx';
import { followLinks, place } from './router.ts';

/** The whole console: the sign-in page, or the menu and the page that the address names. */
export function App() {
  useEffect(() => {
    addEventListener('click', followLinks);
    return () => removeEventListener('click', followLinks);
  }, []);
  return session.value ? <Workspace key={session.value.token} /> : <SignInPage />;
}

function Workspace() {
  const { error, reload } = useLoaded(() => Promise.all([loadPostTypes(), loadCaller()]), []);
  const isReady = postTypes.value !== undefined;
  return (
    <>
      <a class="skip" href="#content">
        {t('Skip to the content')}
      </a>
      <Menu />
      <main id="content" tabIndex={-1}>
        {error !== undefined && (
          <Notice kind="problem">
            {messageOf(error)}{' '}
            <button type="button" onClick={reload}>
              {t('Try again')}
            </button>
          </Notice>
        )}
        {isReady && pageOf(place.value)}
      </main>
      <Toasts />
    </>
  );
}
