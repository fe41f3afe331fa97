import type { ComponentChild } from 'preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { newPasswordAddress } from '../address/address.ts';
import { clientForSetup } from '../api/client.ts';
import { neededFactor, type NeededFactor } from '../api/passkeys.ts';
import { beginProviderLogin, finishProviderLogin, providerOfSignIn, signIn } from '../api/sign-in.ts';
import { setLocale, t } from '../text/t.ts';
import { textIn } from '../ui/form-values.ts';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { messageOf } from '../ui/message-of.ts';
import { useLoaded } from '../ui/use-loaded.ts';

interface Parts {
  /** The setup of a second factor with a client. */
  readonly secondFactor: (by: ReturnType<typeof clientForSetup>) => ComponentChild;
}

/** The page of users who have not signed in. */
export function SignInPage(parts: Parts) {
  const [problem, setProblem] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  /** The second factor that the user has to prove. */
  const [factor, setFactor] = useState<NeededFactor>();
  const form = useRef<HTMLFormElement>(null);
  // Without an answer, the page offers the password alone.
  const { value: provider } = useLoaded(providerOfSignIn, []);

  const attempt = async (work: () => Promise<string | undefined | void>) => {
    setBusy(true);
    setProblem(undefined);
    try {
      const locale = await work();
      if (locale !== undefined) await setLocale(locale);
    } catch (error) {
      setProblem(messageOf(error));
      const needed = neededFactor(error) ?? factor;
      if (needed) setFactor(needed);
    }
    setBusy(false);
  };

  useEffect(() => void attempt(finishProviderLogin), []);

  const submit = (form: HTMLFormElement, code: string) => {
    const values = new FormData(form);
    const credentials = {
      username: textIn(values, 'username'),
      password: textIn(values, 'password'),
      code,
    };
    return attempt(() => signIn(credentials, { isOwnDevice: isOwnDevice(form) }));
  };

  if (factor?.setupToken !== undefined)
    return (
      <SecondFactorSetup
        {...parts}
        token={factor.setupToken}
        onDone={() => {
          setFactor(undefined);
          setProblem(undefined);
        }}
      />
    );

  return (
    <main class="sign-in">
      <h1>{t('Records Service')}</h1>
      <form
        class="card"
        ref={form}
        onSubmit={(event) => {
          event.preventDefault();
          const { currentTarget } = event;
          void submit(currentTarget, textIn(new FormData(currentTarget), 'code').trim());
        }}
      >
        {problem && <Notice kind="problem">{problem}</Notice>}
        <Field label={t('Username or e-mail')}>
          <input name="username" autocomplete="username" required autofocus />
        </Field>
        <Field label={t('Password')}>
          <input name="password" type="password" autocomplete="current-password" required />
        </Field>
        {factor && (
          <Field label={factor.methods.includes('totp') ? t('Code of the app') : t('Recovery code')}>
            <input name="code" autocomplete="one-time-code" required={!factor.passkey} autofocus />
          </Field>
        )}
        {factor?.passkey && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => form.current && void submit(form.current, '')}
          >
            {t('Use a passkey')}
          </button>
        )}
        <label class="switch">
          <input type="checkbox" name="own-device" /> {t('Stay signed in on this device')}
        </label>
        <button class="primary" disabled={isBusy}>
          {t('Sign in')}
        </button>
        {provider && (
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void attempt(() => beginProviderLogin(provider, isOwnDevice(form.current)))}
          >
            {t('Sign in with {name}', { name: provider.name })}
          </button>
        )}
        <a href={newPasswordAddress}>{t('Set a new password')}</a>
      </form>
    </main>
  );
}

/** For users whose role requires a second factor, and who have none. */
function SecondFactorSetup({ secondFactor, token, onDone }: Parts & { token: string; onDone: () => void }) {
  const client = useMemo(() => clientForSetup(token), [token]);
  return (
    <main class="sign-in">
      <h1>{t('Records Service')}</h1>
      <Notice kind="hint">
        {t('Your role requires a second factor. Set one up, keep the recovery codes, and sign in.')}
      </Notice>
      {secondFactor(client)}
      <p>
        <button type="button" class="primary" onClick={onDone}>
          {t('Sign in')}
        </button>
      </p>
    </main>
  );
}

/** Whether the user stays signed in on this device. */
function isOwnDevice(form: HTMLFormElement | null): boolean {
  return form !== null && new FormData(form).get('own-device') === 'on';
}
