import { useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { momentOf } from '../fields/values.ts';
import { listedTypes } from '../settings/settings.ts';
import { t } from '../text/t.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Field } from '../ui/field.tsx';
import { textIn } from '../ui/form-values.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { Once } from '../ui/once.tsx';
import { useAction } from '../ui/use-action.ts';
import { useLoaded } from '../ui/use-loaded.ts';

interface ApiKey {
  readonly id: number;
  readonly name: string;
  readonly prefix: string;
  readonly access: string;
  readonly expires_at: string | null;
  readonly last_used_at: string | null;
}

const path = 'svc/v1/keys';

/** The keys of a user for scripts: the caller's own, or for administrators those of another user (docs/guides/api-keys.md). */
export function ApiKeys({ userId }: { userId?: number }) {
  const of = userId === undefined ? {} : { user_id: userId };
  const { value, error, reload } = useLoaded(
    (signal) =>
      client.request<{ readonly keys: readonly ApiKey[] }>({
        method: 'GET',
        path,
        query: of,
        options: { signal },
      }),
    [],
  );
  const { problem, isBusy, run } = useAction();
  const [secret, setSecret] = useState<string>();
  const create = (form: HTMLFormElement) =>
    void run(async () => {
      const values = new FormData(form);
      const postTypes = values.getAll('post_types');
      const day = textIn(values, 'expires');
      const json = {
        ...of,
        name: textIn(values, 'name'),
        access: textIn(values, 'access'),
        ...(postTypes.length > 0 && { post_types: postTypes }),
        ...(day !== '' && { expires_at: `${day}T00:00:00Z` }),
      };
      const { key } = await client.request<{ readonly key?: string }>({
        method: 'POST',
        path,
        json,
        isWrite: true,
      });
      setSecret(key);
      form.reset();
      reload();
    });
  const revoke = (id: number) =>
    void run(async () => {
      await client.request({ method: 'DELETE', path: `${path}/${id}`, isWrite: true });
      reload();
    });
  return (
    <section class="tile" aria-label={t('API keys')}>
      <h2>{t('API keys')}</h2>
      {(problem ?? error) !== undefined && <Notice kind="problem">{problem ?? messageOf(error)}</Notice>}
      {secret && <Once secret={secret} />}
      <ul class="plain comments">
        {value?.keys.map(({ id, name, prefix, access, expires_at: end, last_used_at: lastUsed }) => (
          <li key={id}>
            <strong>{name}</strong> <code>{prefix}…</code> <small>{access}</small>
            <p>
              <small>
                {t('Last used')}: {lastUsed ? momentOf(lastUsed) : '–'}
                {end && ` · ${t('Ends')}: ${momentOf(end)}`}
              </small>{' '}
              <ConfirmButton
                label={t('Delete')}
                title={t('Delete {name}?', { name })}
                onConfirm={() => revoke(id)}
              >
                {t('Programs that use it are refused at once. This cannot be undone.')}
              </ConfirmButton>
            </p>
          </li>
        ))}
      </ul>
      <details>
        <summary>{t('New API key')}</summary>
        <form
          onSubmit={(event) => {
            event.preventDefault();
            create(event.currentTarget);
          }}
        >
          <Field label={t('Name')}>
            <input name="name" required maxLength={200} />
          </Field>
          <Field label={t('Rights')}>
            <select name="access">
              <option value="read">{t('Read')}</option>
              <option value="write">{t('Read and write')}</option>
            </select>
          </Field>
          <fieldset class="options">
            <legend>{t('Only these types')}</legend>
            {listedTypes().map(([key, { label_plural: label }]) => (
              <label key={key}>
                <input type="checkbox" name="post_types" value={key} />
                {label}
              </label>
            ))}
          </fieldset>
          <Field label={t('Ends')}>
            <input name="expires" type="date" />
          </Field>
          <button class="primary" disabled={isBusy}>
            {t('Create')}
          </button>
        </form>
      </details>
    </section>
  );
}
