import { useRef, useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { canUsePasskeys, makePasskey, withProof } from '../api/passkeys.ts';
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

interface State {
  readonly totp: boolean;
  readonly passkeys: number;
  readonly passkey_domain: string | null;
}

interface Passkey {
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly last_used_at: string | null;
}

const path = 'svc/v1/second-factor';

type Requests = Pick<typeof client, 'request'>;

/** The requests of this page. */
function requestsOf(client: Requests) {
  const read = <Answer,>(of: string, signal: AbortSignal) =>
    client.request<Answer>({ method: 'GET', path: of, options: { signal } });
  return {
    load: async (signal: AbortSignal) => {
      const [state, { passkeys }] = await Promise.all([
        read<State>(path, signal),
        read<{ readonly passkeys: readonly Passkey[] }>(`${path}/passkeys`, signal),
      ]);
      return { ...state, list: passkeys };
    },
    post: <Answer,>(of: string, json: object) =>
      client.request<Answer>({ method: 'POST', path: `${path}/${of}`, json, isWrite: true }),
    remove: (of: string, json: object) =>
      client.request({ method: 'DELETE', path: `${path}/${of}`, json, isWrite: true }),
  };
}

/**
 * An app whose codes, and passkeys which, sign the user in beside the password (docs/guides/second-factor.md). Users who have to set one up
 * before they can sign in have a client of their own.
 */
export function SecondFactor({ by = client }: { by?: Requests }) {
  const { load, post, remove } = requestsOf(by);
  const { value, error, reload } = useLoaded(load, []);
  const { problem, isBusy, run } = useAction();
  const [secret, setSecret] = useState<string>();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const codeInput = useRef<HTMLInputElement>(null);

  /** Does something that needs a proof where a factor is in force: the typed code, or a passkey. */
  const change = async (work: (code: string) => Promise<void>) => {
    await run(() => work(codeInput.current?.value.trim() ?? ''));
    if (codeInput.current) codeInput.current.value = '';
    reload();
  };
  const begin = (code: string) =>
    withProof(code, (proof) => post<{ readonly secret: string }>('totp', proof)).then((made) =>
      setSecret(made.secret),
    );
  const confirm = async (code: string) => {
    const { recovery_codes: codes } = await post<{ readonly recovery_codes: readonly string[] }>(
      'totp/confirm',
      { code },
    );
    setRecoveryCodes(codes);
    setSecret(undefined);
  };
  const removeApp = (code: string) => withProof(code, (proof) => remove('totp', proof)).then(() => undefined);
  const addPasskey = async (code: string, name: string) => {
    const options = await withProof(code, (proof) =>
      post<PublicKeyCredentialCreationOptionsJSON>('passkeys/options', proof),
    );
    const response = await makePasskey(options);
    const added = await post<{ readonly recovery_codes?: readonly string[] }>('passkeys', { name, response });
    if (added.recovery_codes) setRecoveryCodes(added.recovery_codes);
  };
  const removePasskey = (id: string) => (code: string) =>
    withProof(code, (proof) => remove(`passkeys/${id}`, proof)).then(() => undefined);

  const isInForce = value !== undefined && (value.totp || value.passkeys > 0);
  const isConfirming = secret !== undefined;
  const codeLabel = value?.totp || isConfirming ? t('Code of the app') : t('Recovery code');
  return (
    <section class="tile" aria-label={t('Second factor')}>
      <h2>{t('Second factor')}</h2>
      {(problem ?? error) !== undefined && <Notice kind="problem">{problem ?? messageOf(error)}</Notice>}
      {secret && <Once secret={secret} />}
      {recoveryCodes && <Once secret={recoveryCodes.join(' ')} />}
      {value && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            if (isConfirming) void change(confirm);
          }}
        >
          {(isInForce || isConfirming) && (
            <Field
              label={codeLabel}
              {...(!isConfirming &&
                value.passkeys > 0 &&
                canUsePasskeys(value.passkey_domain) && {
                  hint: t('Leave the code empty to use a passkey.'),
                })}
            >
              <input ref={codeInput} name="code" autocomplete="one-time-code" required={isConfirming} />
            </Field>
          )}
          {isConfirming && <button disabled={isBusy}>{t('Save')}</button>}
          {!isConfirming && value.totp && (
            <button type="button" disabled={isBusy} onClick={() => void change(removeApp)}>
              {t('Remove the app')}
            </button>
          )}
          {!isConfirming && !value.totp && (
            <button type="button" disabled={isBusy} onClick={() => void change(begin)}>
              {t('Set up an app')}
            </button>
          )}
        </form>
      )}
      {value && value.passkey_domain !== null && (
        <Passkeys
          passkeys={value.list}
          domain={value.passkey_domain}
          isBusy={isBusy}
          onAdd={(name) => void change((code) => addPasskey(code, name))}
          onRemove={(id) => void change(removePasskey(id))}
        />
      )}
    </section>
  );
}

interface PasskeysProps {
  readonly passkeys: readonly Passkey[];
  readonly domain: string;
  readonly isBusy: boolean;
  onAdd(name: string): void;
  onRemove(id: string): void;
}

function Passkeys({ passkeys, domain, isBusy, onAdd, onRemove }: PasskeysProps) {
  return (
    <>
      <h3>{t('Passkeys')}</h3>
      <ul class="plain comments">
        {passkeys.map(({ id, name, last_used_at: lastUsed }) => (
          <li key={id}>
            <strong>{name}</strong>
            <p>
              <small>
                {t('Last used')}: {lastUsed ? momentOf(lastUsed) : '–'}
              </small>{' '}
              <ConfirmButton
                label={t('Delete')}
                title={t('Delete {name}?', { name })}
                onConfirm={() => onRemove(id)}
              >
                {t('It no longer signs you in.')}
              </ConfirmButton>
            </p>
          </li>
        ))}
      </ul>
      {canUsePasskeys(domain) ? (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            onAdd(textIn(new FormData(event.currentTarget), 'name'));
            event.currentTarget.reset();
          }}
        >
          <Field label={t('Name')}>
            <input name="name" required maxLength={100} />
          </Field>
          <button disabled={isBusy}>{t('Add a passkey')}</button>
        </form>
      ) : (
        <p class="muted">
          {t('Passkeys are used at the address {domain}, in browsers that support them.', { domain })}
        </p>
      )}
    </>
  );
}
