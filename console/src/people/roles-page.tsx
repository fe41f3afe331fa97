import { useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { t } from '../text/t.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Field } from '../ui/field.tsx';
import { textIn, textsIn } from '../ui/form-values.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { announce } from '../ui/toasts.tsx';
import { useAction } from '../ui/use-action.ts';
import { useRoles, type Role, type Roles } from './roles.ts';

const path = 'svc/v1/roles';

/** The capabilities of each role, and roles that the installation makes (docs/reference/roles.md). */
export function RolesPage() {
  const { value: roles, error, reload } = useRoles();
  const [edited, setEdited] = useState<Role>();
  const [isCreating, setCreating] = useState(false);
  const { problem, isBusy, run } = useAction();
  if (error !== undefined) return <Notice kind="problem">{messageOf(error)}</Notice>;
  if (!roles) return <p class="muted">{t('Loading …')}</p>;
  const save = (key: string | undefined, role: object) =>
    void run(async () => {
      await client.request({
        method: 'POST',
        path: key === undefined ? path : `${path}/${encodeURIComponent(key)}`,
        json: role,
        isWrite: true,
      });
      announce(t('Saved'));
      setEdited(undefined);
      setCreating(false);
      reload();
    });
  const remove = ({ key }: Role) =>
    void run(async () => {
      await client.request({ method: 'DELETE', path: `${path}/${encodeURIComponent(key)}`, isWrite: true });
      setEdited(undefined);
      reload();
    });
  return (
    <>
      <header class="page-head">
        <h1>{t('Roles')}</h1>
        <span class="space" />
        <button
          type="button"
          class="primary"
          aria-expanded={isCreating}
          onClick={() => {
            setEdited(undefined);
            setCreating(!isCreating);
          }}
        >
          {t('New role')}
        </button>
      </header>
      {problem && <Notice kind="problem">{problem}</Notice>}
      {isCreating && <RoleForm roles={roles} isBusy={isBusy} onSave={(role) => save(undefined, role)} />}
      {edited && (
        <RoleForm
          key={edited.key}
          roles={roles}
          role={edited}
          isBusy={isBusy}
          onSave={(role) => save(edited.key, role)}
          onRemove={() => remove(edited)}
        />
      )}
      <Matrix roles={roles} onEdit={setEdited} />
    </>
  );
}

function Matrix({ roles: { roles, capabilities }, onEdit }: { roles: Roles; onEdit(role: Role): void }) {
  return (
    <div class="table matrix" tabIndex={0} role="region" aria-label={t('Capabilities')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Capabilities')}</th>
            {roles.map((role) => (
              <th key={role.key} scope="col">
                {role.label} <span class="count">{role.users}</span>
                {role.origin === 'installation' && (
                  <button
                    type="button"
                    class="quiet"
                    aria-label={t('Edit: {name}', { name: role.label })}
                    onClick={() => onEdit(role)}
                  >
                    ✎
                  </button>
                )}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {capabilities.map(({ key, description }) => (
            <tr key={key}>
              <th scope="row">
                {description || key} <small>{description && key}</small>
              </th>
              {roles.map((role) => (
                <td key={role.key} data-label={role.label}>
                  {role.permissions[key] ? (
                    <span aria-label={t('Yes')} role="img">
                      ✓
                    </span>
                  ) : null}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface RoleFormProps {
  readonly roles: Roles;
  /** The role that is changed; undefined for a new one. */
  readonly role?: Role;
  readonly isBusy: boolean;
  onSave(role: object): void;
  readonly onRemove?: () => void;
}

function RoleForm({ roles, role, isBusy, onSave, onRemove }: RoleFormProps) {
  return (
    <form
      class="card"
      aria-label={role?.label ?? t('New role')}
      onSubmit={(event) => {
        event.preventDefault();
        const values = new FormData(event.currentTarget);
        const label = textIn(values, 'label');
        onSave({
          ...(!role && { key: keyOf(label) }),
          label,
          description: textIn(values, 'description'),
          permissions: Object.fromEntries(textsIn(values, 'permissions').map((key) => [key, true])),
        });
      }}
    >
      <Field label={t('Name')}>
        <input name="label" required defaultValue={role?.label} pattern=".*[A-Za-z].*" />
      </Field>
      <Field label={t('Description')}>
        <input name="description" defaultValue={role?.description} />
      </Field>
      <fieldset class="options">
        <legend>{t('Capabilities')}</legend>
        {roles.capabilities
          .filter(({ key, may_give: mayGive }) => mayGive || role?.permissions[key])
          .map(({ key, description, may_give: mayGive }) => (
            <label key={key}>
              <input
                type="checkbox"
                name="permissions"
                value={key}
                defaultChecked={role?.permissions[key] ?? false}
                disabled={!mayGive}
              />
              {description || key}
            </label>
          ))}
      </fieldset>
      <div class="row">
        <button class="primary" disabled={isBusy}>
          {t('Save')}
        </button>
        {role && onRemove && (
          <ConfirmButton
            label={t('Delete')}
            title={t('Delete {name}?', { name: role.label })}
            onConfirm={onRemove}
          >
            {t('Only a role without users can be deleted. This cannot be undone.')}
          </ConfirmButton>
        )}
      </div>
    </form>
  );
}

/** The key of a role, made of its name: letters a-z, digits and underscores. */
function keyOf(label: string): string {
  return label
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 50);
}
