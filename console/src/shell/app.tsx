import { useEffect } from 'preact/hooks';
import { isSignedIn } from '../api/session.ts';
import { SignInPage } from '../session/sign-in-page.tsx';
import { endFirstLoad, loadWorkspace } from '../first-load.ts';
import { hasDrafts } from '../session/drafts.ts';
import { t } from '../text/t.ts';
import { holdFocus } from '../ui/hold-focus.ts';
import { lazy } from '../ui/lazy.tsx';
import { Notice } from '../ui/notice.tsx';
import { Toasts } from '../ui/toasts.tsx';
import { messageOf } from '../ui/message-of.ts';
import { isOnline } from '../ui/use-online.ts';
import { pendingLoads, useLoaded } from '../ui/use-loaded.ts';
import { Menu } from './menu.tsx';
import { pageOf } from './pages.tsx';
import { followLinks, isNewPasswordPage, place } from '../address/address.ts';

const SecondFactor = lazy(async () => (await import('../profile/second-factor.tsx')).SecondFactor);
const NewPasswordPage = lazy(async () => (await import('../session/new-password-page.tsx')).NewPasswordPage);

/** The whole console: the sign-in page, or the menu and the page that the address names. */
export function App() {
  useEffect(holdFocus, []);
  useEffect(() => {
    const warn = (event: BeforeUnloadEvent) => {
      if (hasDrafts()) event.preventDefault();
    };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, []);
  useEffect(() => {
    addEventListener('click', followLinks);
    return () => removeEventListener('click', followLinks);
  }, []);
  // The page is for people who cannot sign in, and its link also works where somebody is signed in.
  if (isNewPasswordPage(place.value)) return <NewPasswordPage />;
  return isSignedIn.value ? <Workspace /> : <SignInPage secondFactor={(by) => <SecondFactor by={by} />} />;
}

function Workspace() {
  const { value, error, reload } = useLoaded(async () => {
    await loadWorkspace();
    return { isLoaded: true };
  }, []);
  useEffect(() => {
    // After the effects of the page, which take what was loaded for it.
    if (value) setTimeout(endFirstLoad);
  }, [value]);
  return (
    <>
      <a class="skip" href="#content">
        {t('Skip to the content')}
      </a>
      <Menu />
      {!isOnline.value && (
        <Notice kind="hint">{t('You are offline. What you type is kept until you are connected.')}</Notice>
      )}
      <main id="content" tabIndex={-1} aria-busy={pendingLoads.value > 0}>
        {error !== undefined && (
          <Notice kind="problem">
            {messageOf(error)}{' '}
            <button type="button" onClick={reload}>
              {t('Try again')}
            </button>
          </Notice>
        )}
        {value && pageOf(place.value)}
      </main>
      <Toasts />
    </>
  );
}
