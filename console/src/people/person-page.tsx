import { client } from '../api/client.ts';
import { ApiKeys } from '../api-keys/api-keys.tsx';
import { isAdministrator, may } from '../session/caller.ts';
import { addressOf } from '../address/address.ts';
import { t } from '../text/t.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { announce } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import { useRoles } from './roles.ts';

interface Person {
  readonly user_id: number;
  readonly display_name: string;
  readonly user_email: string;
  readonly corresponds_to_contact?: number | null;
  /** With `promote_users`. */
  readonly roles?: readonly string[];
  readonly disabled?: boolean;
}

/** A user, for those who administer them. */
export function PersonPage({ id }: { id: number }) {
  const path = 'user-management/v1/user';
  const { value, error, reload } = useLoaded(
    (signal) => client.request<Person>({ method: 'GET', path, query: { user: id }, options: { signal } }),
    [],
  );
  const { value: roles } = useRoles();
  const { problem, isBusy, run } = useAction();
  const save = (settings: object, confirm?: true) =>
    run(async () => {
      const query = { user: id, confirm };
      await client.request({ method: 'POST', path, query, json: settings, isWrite: true });
      announce(t('Saved'));
      reload();
    });
  if (error !== undefined) return <Notice kind="problem">{messageOf(error)}</Notice>;
  if (!value) return <p class="muted">{t('Loading …')}</p>;
  const { display_name: name, roles: held, disabled: isDisabled = false } = value;
  return (
    <>
      <header class="page-head">
        <h1>{name}</h1>
        {isDisabled && <span class="badge">{t('Disabled')}</span>}
        <span class="space" />
        <button
          type="button"
          disabled={isBusy}
          onClick={() =>
            void run(async () => {
              const json = { userId: id };
              await client.request({
                method: 'POST',
                path: 'user-management/v1/send_pwd_reset_email',
                json,
                isWrite: true,
              });
              announce(t('The mail was sent.'));
            })
          }
        >
          {t('Send a mail for a new password')}
        </button>
        {may('delete_users') &&
          (isDisabled ? (
            <button type="button" onClick={() => void save({ disabled: false })}>
              {t('Enable the account')}
            </button>
          ) : (
            <ConfirmButton
              label={t('Disable the account')}
              title={t('Disable {name}?', { name })}
              onConfirm={() => void save({ disabled: true }, true)}
            >
              {t(
                'All sessions end at once, also where personal contacts remain. Records and comments stay, and the account can be enabled again.',
              )}
            </ConfirmButton>
          ))}
      </header>
      {problem && <Notice kind="problem">{problem}</Notice>}
      <p>
        {value.user_email}{' '}
        {value.corresponds_to_contact && (
          <a href={addressOf(['contacts', value.corresponds_to_contact])}>{t('Contact')}</a>
        )}
      </p>
      {roles && held && (
        <section class="tile narrow" aria-label={t('Roles')}>
          <h2>{t('Roles')}</h2>
          <ul class="plain">
            {roles.roles.map((role) => (
              <li key={role.key}>
                <label class="switch">
                  <input
                    type="checkbox"
                    checked={held.includes(role.key)}
                    disabled={isBusy || !roles.mayGive(role)}
                    onChange={() =>
                      void save({
                        save_roles: held.includes(role.key)
                          ? held.filter((key) => key !== role.key)
                          : [...held, role.key],
                      })
                    }
                  />
                  <span>
                    {role.label} <small>{role.description}</small>
                  </span>
                </label>
              </li>
            ))}
          </ul>
        </section>
      )}
      {isAdministrator() && (
        <div class="narrow">
          <ApiKeys userId={id} />
        </div>
      )}
    </>
  );
}
