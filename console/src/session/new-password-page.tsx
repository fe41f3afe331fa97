import { useEffect, useState } from 'preact/hooks';
import { setPassword } from '../api/sign-in.ts';
import { addressOf, newPasswordAddress, open, place } from '../address/address.ts';
import { t } from '../text/t.ts';
import { Field } from '../ui/field.tsx';
import { textIn } from '../ui/form-values.ts';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';

/** Sets a new password with the code of a mail, which the link of the mail contains (docs/guides/messages.md#new-passwords). */
export function NewPasswordPage() {
  const [tokenOfLink] = useState(() => place.value.query.get('token'));
  const [isDone, setDone] = useState(false);
  const { problem, isBusy, run } = useAction();

  // The code must not stay in the history of the browser.
  useEffect(() => open(newPasswordAddress, { replace: true }), []);

  const submit = async (form: HTMLFormElement) => {
    const values = new FormData(form);
    const token = tokenOfLink ?? textIn(values, 'token').trim();
    setDone(await run(() => setPassword({ token, password: textIn(values, 'password') })));
  };

  return (
    <main class="sign-in">
      <h1>{t('Set a new password')}</h1>
      {isDone ? (
        <div class="card">
          <Notice kind="done">{t('The password was changed.')}</Notice>
          <a class="button primary" href={addressOf([])}>
            {t('Sign in')}
          </a>
        </div>
      ) : (
        <form
          class="card"
          onSubmit={(event) => {
            event.preventDefault();
            void submit(event.currentTarget);
          }}
        >
          {problem && <Notice kind="problem">{problem}</Notice>}
          {tokenOfLink === null && (
            <Field
              label={t('Code of the mail')}
              hint={t('An administrator can send you a mail with a code.')}
            >
              <input name="token" autocomplete="one-time-code" required autofocus />
            </Field>
          )}
          <Field label={t('New password')}>
            <input name="password" type="password" autocomplete="new-password" minLength={10} required />
          </Field>
          <button class="primary" disabled={isBusy}>
            {t('Change password')}
          </button>
          <a href={addressOf([])}>{t('Sign in')}</a>
        </form>
      )}
    </main>
  );
}
