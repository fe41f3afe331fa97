import { client } from '../api/client.ts';
import { caller, loadCaller } from '../session/caller.ts';
import { t } from '../text/t.ts';
import { Field } from '../ui/field.tsx';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';

interface Settings {
  readonly email_preference: { readonly hourly: boolean; readonly daily: boolean };
  readonly notify_types: readonly {
    readonly key: string;
    readonly label: string;
    readonly channels: readonly { readonly key: string; readonly label: string; readonly enabled: boolean }[];
  }[];
}

/** Types of notifications that reach everybody. */
const enforced = ['new_assigned', 'mentions', 'updates'];

/** Which notifications reach the user, and how often by mail (docs/guides/notifications.md). */
export function NotificationSettings() {
  const { problem, run } = useAction();
  const settings = caller.value?.['notifications'] as Settings | undefined;
  if (!settings) return null;
  const { email_preference: mail, notify_types: types } = settings;
  const change = (work: () => Promise<unknown>) =>
    void run(async () => {
      await work();
      await loadCaller();
    });
  const toggle = (key: string) =>
    change(() =>
      client.request({
        method: 'POST',
        path: 'svc/v1/users/switch_preference',
        json: { preference_key: key },
        isWrite: true,
      }),
    );
  return (
    <section class="tile" aria-label={t('Notifications')}>
      <h2>{t('Notifications')}</h2>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <Field label={t('Mails')}>
        <select
          value={mail.daily ? 'daily' : mail.hourly ? 'hourly' : 'real-time'}
          onChange={({ currentTarget }) =>
            change(() => client.users.updateMe({ 'email-preference': currentTarget.value }))
          }
        >
          <option value="real-time">{t('At once')}</option>
          <option value="hourly">{t('Every hour')}</option>
          <option value="daily">{t('Every day')}</option>
        </select>
      </Field>
      <ul class="plain">
        {types.map(({ key, label, channels }) => (
          <li key={key}>
            <fieldset class="options">
              <legend>{label}</legend>
              {channels.map((channel) => (
                <label key={channel.key}>
                  <input
                    type="checkbox"
                    checked={channel.enabled}
                    disabled={enforced.includes(key)}
                    onChange={() => toggle(`${key}_${channel.key}`)}
                  />
                  {channel.label}
                </label>
              ))}
            </fieldset>
          </li>
        ))}
      </ul>
    </section>
  );
}
