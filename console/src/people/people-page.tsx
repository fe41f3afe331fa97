import { useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { timeText } from '../fields/values.ts';
import { may } from '../session/caller.ts';
import { addressOf, open } from '../address/address.ts';
import { t } from '../text/t.ts';
import { Field } from '../ui/field.tsx';
import { textIn } from '../ui/form-values.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { announce } from '../ui/toasts.tsx';
import { ShowMore } from '../ui/show-more.tsx';
import { useAction } from '../ui/use-action.ts';
import { useLoaded } from '../ui/use-loaded.ts';
import { roleLabel, useRoles, type Roles } from './roles.ts';

interface ManagedUser {
  readonly ID: number;
  readonly display_name: string;
  readonly user_email: string;
  readonly roles: readonly string[];
  readonly disabled: boolean;
  readonly number_assigned_to: number;
  readonly last_activity: number | null;
}

const pageSize = 50;

/** The users, for those who administer them (docs/guides/user-administration.md). */
export function PeoplePage() {
  const [search, setSearch] = useState('');
  const [limit, setLimit] = useState(pageSize);
  const [isInviting, setInviting] = useState(false);
  const { value: roles } = useRoles();
  const { value, error } = useLoaded(
    (signal) =>
      client.request<{ readonly users: readonly ManagedUser[]; readonly total_users: number }>({
        method: 'POST',
        path: 'user-management/v1/get-users',
        json: { search, limit, offset: 0, sort: 'display_name' },
        options: { signal },
      }),
    [search, limit],
  );
  return (
    <>
      <header class="page-head">
        <h1>{t('People')}</h1>
        {value && <span class="count">{value.total_users}</span>}
        <span class="space" />
        {may('create_users', 'manage_dt') && (
          <button
            type="button"
            class="primary"
            aria-expanded={isInviting}
            onClick={() => setInviting(!isInviting)}
          >
            {t('Invite somebody')}
          </button>
        )}
      </header>
      {isInviting && <Invitation roles={roles} />}
      <div class="tools">
        <input
          type="search"
          aria-label={t('Search')}
          placeholder={t('Search')}
          onChange={(event) => setSearch(event.currentTarget.value.trim())}
        />
      </div>
      {error !== undefined && <Notice kind="problem">{messageOf(error)}</Notice>}
      <div class="table">
        <table>
          <thead>
            <tr>
              <th scope="col">{t('Name')}</th>
              <th scope="col">{t('E-mail')}</th>
              <th scope="col">{t('Roles')}</th>
              <th scope="col">{t('Assigned')}</th>
              <th scope="col">{t('Last active')}</th>
            </tr>
          </thead>
          <tbody>
            {value?.users.map((user) => (
              <tr key={user.ID}>
                <th scope="row">
                  <a href={addressOf(['-', 'people', user.ID])}>{user.display_name}</a>{' '}
                  {user.disabled && <span class="badge">{t('Disabled')}</span>}
                </th>
                <td data-label={t('E-mail')}>{user.user_email}</td>
                <td data-label={t('Roles')}>{user.roles.map((key) => roleLabel(roles, key)).join(', ')}</td>
                <td data-label={t('Assigned')}>{user.number_assigned_to}</td>
                <td data-label={t('Last active')}>
                  {user.last_activity === null ? '' : timeText(user.last_activity)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {value && value.users.length < value.total_users && (
        <ShowMore onShow={() => setLimit(limit + pageSize)} />
      )}
    </>
  );
}

/** Creates a user without a password, and sends them a mail in which they set it. */
function Invitation({ roles }: { roles: Roles | undefined }) {
  const { problem, isBusy, run } = useAction();
  const givable = roles?.roles.filter((role) => roles.mayGive(role)) ?? [];
  const invite = (form: HTMLFormElement) =>
    void run(async () => {
      const values = new FormData(form);
      const id = await client.request<number>({
        method: 'POST',
        path: 'svc/v1/users/create',
        json: {
          'user-email': textIn(values, 'email'),
          'user-display': textIn(values, 'name'),
          'user-roles': givable.length > 0 ? values.getAll('roles') : ['multiplier'],
        },
        isWrite: true,
      });
      open(addressOf(['-', 'people', id]));
      await client.request({
        method: 'POST',
        path: 'user-management/v1/send_pwd_reset_email',
        json: { userId: id },
        isWrite: true,
      });
      announce(t('The mail was sent.'));
    });
  return (
    <form
      class="card narrow"
      onSubmit={(event) => {
        event.preventDefault();
        invite(event.currentTarget);
      }}
    >
      {problem && <Notice kind="problem">{problem}</Notice>}
      <Field label={t('E-mail')}>
        <input name="email" type="email" required autofocus />
      </Field>
      <Field label={t('Name')}>
        <input name="name" required />
      </Field>
      {givable.length > 0 && (
        <fieldset class="options">
          <legend>{t('Roles')}</legend>
          {givable.map(({ key, label }) => (
            <label key={key}>
              <input type="checkbox" name="roles" value={key} defaultChecked={key === 'multiplier'} />
              {label}
            </label>
          ))}
        </fieldset>
      )}
      <button class="primary" disabled={isBusy}>
        {t('Send')}
      </button>
    </form>
  );
}
