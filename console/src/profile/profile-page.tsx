import { client } from '../api/client.ts';
import { caller, loadCaller, setCallersLocale } from '../session/caller.ts';
import { languages, loadPostTypes } from '../settings/settings.ts';
import { t } from '../text/t.ts';
import { Field } from '../ui/field.tsx';
import { textIn } from '../ui/form-values.ts';
import { Notice } from '../ui/notice.tsx';
import { announce } from '../ui/toasts.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { useAction } from '../ui/use-action.ts';
import { ApiKeys } from '../api-keys/api-keys.tsx';
import { Avatar } from './avatar.tsx';
import { NotificationSettings } from './notification-settings.tsx';
import { SecondFactor } from './second-factor.tsx';
import { Sessions } from './sessions.tsx';

/** The user's own settings (docs/guides/users.md#ones-own-settings). */
export function ProfilePage() {
  return (
    <>
      <h1>{t('Profile')}</h1>
      <div class="tiles wide">
        <Account />
        <NotificationSettings />
        <Password />
        <SecondFactor />
        <Sessions />
        <ApiKeys />
      </div>
    </>
  );
}

function Account() {
  const { problem, run } = useAction();
  const save = (setting: object) =>
    void run(async () => {
      await client.users.updateMe({ ...setting });
      await loadCaller();
      // Labels of fields are in the language of the user.
      if ('locale' in setting) await Promise.all([setCallersLocale(), loadPostTypes()]);
      announce(t('Saved'));
    });
  return (
    <section class="tile" aria-label={t('Account')}>
      <h2>{t('Account')}</h2>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <Avatar />
      <Field label={t('Name')}>
        <TextInput
          stored={caller.value?.display_name ?? ''}
          onChange={(name) => save({ update_display_name: name })}
        />
      </Field>
      <Field label={t('Language')}>
        <select
          value={caller.value?.locale}
          onChange={(event) => save({ locale: event.currentTarget.value })}
        >
          {languages.value.map(({ language, native_name: name }) => (
            <option key={language} value={language}>
              {name}
            </option>
          ))}
        </select>
      </Field>
      <p class="muted">{caller.value?.user_email}</p>
    </section>
  );
}

function Password() {
  const { problem, isBusy, run } = useAction();
  const change = async (form: HTMLFormElement) => {
    const values = new FormData(form);
    const isDone = await run(() =>
      client.users.changePassword({ current: textIn(values, 'current'), next: textIn(values, 'next') }),
    );
    if (!isDone) return;
    form.reset();
    announce(t('The password was changed. Other devices have to sign in again.'));
  };
  return (
    <section class="tile" aria-label={t('Password')}>
      <h2>{t('Password')}</h2>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <form
        onSubmit={(event) => {
          event.preventDefault();
          void change(event.currentTarget);
        }}
      >
        <Field label={t('Current password')}>
          <input name="current" type="password" autocomplete="current-password" required />
        </Field>
        <Field label={t('New password')}>
          <input name="next" type="password" autocomplete="new-password" minLength={10} required />
        </Field>
        <button class="primary" disabled={isBusy}>
          {t('Change password')}
        </button>
      </form>
    </section>
  );
}
