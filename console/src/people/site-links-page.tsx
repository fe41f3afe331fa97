import { useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { momentOf } from '../fields/values.ts';
import { t } from '../text/t.ts';
import { ConfirmButton } from '../ui/confirm-button.tsx';
import { Field } from '../ui/field.tsx';
import { textIn } from '../ui/form-values.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { Once } from '../ui/once.tsx';
import { useAction } from '../ui/use-action.ts';
import { useLoaded } from '../ui/use-loaded.ts';

interface SiteLink {
  readonly id: number;
  readonly label: string;
  readonly site1: string;
  readonly site2: string;
  readonly type_label: string;
  readonly token_since: string;
}

interface Answer {
  readonly site_links: readonly SiteLink[];
  readonly types: readonly { readonly key: string; readonly label: string }[];
}

interface WithToken {
  readonly token?: string;
  readonly note?: string;
}

const path = 'svc-core/v1/site-links';

/** The links to other installations (docs/guides/site-links.md). */
export function SiteLinksPage() {
  const { value, error, reload } = useLoaded(
    (signal) => client.request<Answer>({ method: 'GET', path, options: { signal } }),
    [],
  );
  const { problem, isBusy, run } = useAction();
  const [answer, setAnswer] = useState<WithToken>();
  const send = (method: 'POST' | 'DELETE', address: string, json?: object) =>
    run(async () => {
      const changed = await client.request<WithToken | true>({
        method,
        path: address,
        ...(json && { json }),
        isWrite: true,
      });
      setAnswer(changed === true ? undefined : changed);
      reload();
    });
  return (
    <>
      <h1>{t('Site links')}</h1>
      {(problem ?? error) !== undefined && <Notice kind="problem">{problem ?? messageOf(error)}</Notice>}
      {answer?.token && <Once secret={answer.token} />}
      {answer?.note && <Notice kind="hint">{answer.note}</Notice>}
      <ul class="card plain comments">
        {value?.site_links.map(({ id, label, site1, site2, type_label: type, token_since: since }) => (
          <li key={id}>
            <strong>{label}</strong> {site1} ↔ {site2} <span class="badge">{type}</span>
            <p>
              <small>
                {t('Token since')}: {momentOf(since)}
              </small>{' '}
              <ConfirmButton
                label={t('New token')}
                title={t('New token')}
                onConfirm={() => void send('POST', `${path}/${id}/rotate`)}
              >
                {t('The other site is refused until it has the new token.')}
              </ConfirmButton>{' '}
              <ConfirmButton
                label={t('Delete')}
                title={t('Delete {name}?', { name: label })}
                onConfirm={() => void send('DELETE', `${path}/${id}`)}
              >
                {t('Programs that use it are refused at once. This cannot be undone.')}
              </ConfirmButton>
            </p>
          </li>
        ))}
        {value?.site_links.length === 0 && <li class="muted">{t('Nothing found')}</li>}
      </ul>
      <form
        class="card narrow"
        onSubmit={(event) => {
          event.preventDefault();
          const form = event.currentTarget;
          const values = new FormData(form);
          const text = (name: string) => textIn(values, name);
          const json = {
            label: text('label'),
            site1: text('site1'),
            site2: text('site2'),
            type: text('type'),
          };
          void send('POST', path, json).then((isDone) => isDone && form.reset());
        }}
      >
        <h2>{t('New site link')}</h2>
        <Field label={t('Name')}>
          <input name="label" required />
        </Field>
        <Field label={t('Host name of this site')}>
          <input name="site1" required defaultValue={location.host} />
        </Field>
        <Field label={t('Host name of the other site')}>
          <input name="site2" required />
        </Field>
        <Field label={t('Type')}>
          <select name="type" required>
            {value?.types.map(({ key, label }) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        </Field>
        <button class="primary" disabled={isBusy}>
          {t('Create')}
        </button>
      </form>
    </>
  );
}
