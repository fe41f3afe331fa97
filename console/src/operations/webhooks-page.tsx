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
import { useAction, type Action } from '../ui/use-action.ts';
import { useLoaded } from '../ui/use-loaded.ts';

interface Webhook {
  readonly id: number;
  readonly url: string;
  readonly events: readonly string[];
  readonly state: 'active' | 'paused';
  readonly reason: string | null;
}

interface Delivery {
  readonly id: string;
  readonly event: string;
  readonly post_type: string;
  readonly record_id: number;
  readonly state: string;
  readonly created_at: string;
  readonly attempts: readonly { readonly status: number | null; readonly error: string | null }[];
}

const path = 'svc/v1/webhooks';
const events = [
  'record.created',
  'record.updated',
  'record.deleted',
  'comment.created',
  'comment.updated',
  'comment.deleted',
];

/** The webhooks of the installation, each with its log (docs/guides/webhooks.md). */
export function WebhooksPage() {
  const { value, error, reload } = useLoaded(
    (signal) => client.request<readonly Webhook[]>({ method: 'GET', path, options: { signal } }),
    [],
  );
  const action = useAction();
  const [secret, setSecret] = useState<string>();
  const send = (method: 'POST' | 'DELETE', address: string, json?: object) =>
    action.run(async () => {
      const answer = await client.request<{ readonly secret?: string } | true>({
        method,
        path: address,
        ...(json && { json }),
        isWrite: true,
      });
      setSecret(answer === true ? undefined : answer.secret);
      reload();
    });
  const problem = action.problem ?? (error === undefined ? undefined : messageOf(error));
  return (
    <>
      <h1>{t('Webhooks')}</h1>
      {problem && <Notice kind="problem">{problem}</Notice>}
      {secret && <Once secret={secret} />}
      <ul class="card plain comments">
        {value?.map((webhook) => (
          <li key={webhook.id}>
            <strong>{webhook.url}</strong> <span class="badge">{webhook.state}</span> {webhook.reason}
            <p class="muted">{webhook.events.join(', ')}</p>
            <div class="row">
              <button
                type="button"
                onClick={() =>
                  void send('POST', `${path}/${webhook.id}`, {
                    state: webhook.state === 'active' ? 'paused' : 'active',
                  })
                }
              >
                {webhook.state === 'active' ? t('Pause') : t('Resume')}
              </button>
              <button type="button" onClick={() => void send('POST', `${path}/${webhook.id}/test`)}>
                {t('Send a test')}
              </button>
              <ConfirmButton
                label={t('Delete')}
                title={t('Delete {name}?', { name: webhook.url })}
                onConfirm={() => void send('DELETE', `${path}/${webhook.id}`)}
              >
                {t('Its deliveries are deleted, too. This cannot be undone.')}
              </ConfirmButton>
            </div>
            <Log id={webhook.id} />
          </li>
        ))}
        {value?.length === 0 && <li class="muted">{t('Nothing found')}</li>}
      </ul>
      <NewWebhook action={action} onCreate={(json) => send('POST', path, json)} />
    </>
  );
}

function Log({ id }: { id: number }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{t('Deliveries')}</summary>
      {isOpen && <Deliveries path={`${path}/${id}/deliveries`} />}
    </details>
  );
}

function Deliveries({ path: address }: { path: string }) {
  const { value, error, reload } = useLoaded(
    (signal) => client.request<readonly Delivery[]>({ method: 'GET', path: address, options: { signal } }),
    [],
  );
  const { problem, run } = useAction();
  const redeliver = (id: string) =>
    void run(async () => {
      await client.request({ method: 'POST', path: `${address}/${id}/redeliver`, isWrite: true });
      reload();
    });
  return (
    <>
      {(problem ?? error) !== undefined && <Notice kind="problem">{problem ?? messageOf(error)}</Notice>}
      <ul class="plain">
        {value?.map(
          ({ id, event, post_type: type, record_id: record, state, created_at: created, attempts }) => (
            <li key={id}>
              <span class="badge">{state}</span> {event} {type} {record} <time>{momentOf(created)}</time>{' '}
              {attempts.map(({ status, error: failure }) => status ?? failure).join(', ')}{' '}
              <button type="button" class="quiet" onClick={() => redeliver(id)}>
                {t('Send again')}
              </button>
            </li>
          ),
        )}
        {value?.length === 0 && <li class="muted">{t('Nothing found')}</li>}
      </ul>
    </>
  );
}

interface NewWebhookProps {
  readonly action: Action;
  onCreate(json: object): Promise<boolean>;
}

function NewWebhook({ action, onCreate }: NewWebhookProps) {
  return (
    <form
      class="card narrow"
      aria-label={t('New webhook')}
      onSubmit={(event) => {
        event.preventDefault();
        const form = event.currentTarget;
        const values = new FormData(form);
        const json = { url: textIn(values, 'url'), events: values.getAll('events') };
        void onCreate(json).then((isDone) => isDone && form.reset());
      }}
    >
      <h2>{t('New webhook')}</h2>
      <Field label={t('Address')}>
        <input name="url" type="url" required />
      </Field>
      <fieldset class="options">
        <legend>{t('Events')}</legend>
        {events.map((event) => (
          <label key={event}>
            <input type="checkbox" name="events" value={event} defaultChecked={event === 'record.updated'} />
            {event}
          </label>
        ))}
      </fieldset>
      <button class="primary" disabled={action.isBusy}>
        {t('Create')}
      </button>
    </form>
  );
}
