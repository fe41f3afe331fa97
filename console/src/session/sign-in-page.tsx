import { useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { setLocale, t } from '../text/t.ts';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { messageOf } from '../ui/message-of.ts';
import { beginSession } from './session.ts';

/** The page of users who have not signed in. */
export function SignInPage() {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);

  const signIn = async (form: HTMLFormElement) => {
    const values = new FormData(form);
    setBusy(true);
    setProblem(undefined);
    try {
      const answer = await client.auth.signIn({
        username: textIn(values, 'username'),
        password: textIn(values, 'password'),
      });
      setLocale(answer.locale);
      beginSession(
        { token: answer.token, name: answer.user_display_name },
        { isOwnDevice: values.get('own-device') === 'on' },
      );
    } catch (error) {
      setProblem(messageOf(error));
      setBusy(false);
    }
  };

  return (
    <main class="sign-in">
      <h1>{t('Records Service')}</h1>
      <form
        class="card"
        onSubmit={(event) => {
          event.preventDefault();
          void signIn(event.currentTarget);
        }}
      >
        {problem && <Notice kind="problem">{problem}</Notice>}
        <Field label={t('Username or e-mail')}>
          <input name="username" autocomplete="username" required autofocus />
        </Field>
        <Field label={t('Password')}>
          <input name="password" type="password" autocomplete="current-password" required />
        </Field>
        <label class="switch">
          <input type="checkbox" name="own-device" /> {t('Stay signed in on this device')}
        </label>
        <button class="primary" disabled={isBusy}>
          {t('Sign in')}
        </button>
      </form>
    </main>
  );
}

function textIn(values: FormData, name: string): string {
  const value = values.get(name);
  return typeof value === 'string' ? value : '';
}
