import { useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { t } from '../text/t.ts';
import { Field } from '../ui/field.tsx';
import { textIn } from '../ui/form-values.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { Once } from '../ui/once.tsx';
import { useAction } from '../ui/use-action.ts';
import { useLoaded } from '../ui/use-loaded.ts';

const path = 'svc/v1/second-factor';

/** An app whose codes are needed to sign in (docs/guides/second-factor.md). */
export function SecondFactor() {
  const { value, error, reload } = useLoaded(
    (signal) => client.request<{ readonly totp: boolean }>({ method: 'GET', path, options: { signal } }),
    [],
  );
  const { problem, isBusy, run } = useAction();
  const [secret, setSecret] = useState<string>();
  const [recoveryCodes, setRecoveryCodes] = useState<readonly string[]>();
  const begin = () =>
    void run(async () => {
      const made = await client.request<{ readonly secret: string }>({
        method: 'POST',
        path: `${path}/totp`,
        json: {},
        isWrite: true,
      });
      setSecret(made.secret);
    });
  const finish = (code: string) =>
    void run(async () => {
      if (value?.totp)
        await client.request({ method: 'DELETE', path: `${path}/totp`, json: { code }, isWrite: true });
      else {
        const confirmed = await client.request<{ readonly recovery_codes: readonly string[] }>({
          method: 'POST',
          path: `${path}/totp/confirm`,
          json: { code },
          isWrite: true,
        });
        setRecoveryCodes(confirmed.recovery_codes);
      }
      setSecret(undefined);
      reload();
    });
  return (
    <section class="tile" aria-label={t('Second factor')}>
      <h2>{t('Second factor')}</h2>
      {(problem ?? error) !== undefined && <Notice kind="problem">{problem ?? messageOf(error)}</Notice>}
      {secret && <Once secret={secret} />}
      {recoveryCodes && <Once secret={recoveryCodes.join(' ')} />}
      {value && !value.totp && secret === undefined && (
        <button type="button" disabled={isBusy} onClick={begin}>
          {t('Set up an app')}
        </button>
      )}
      {(value?.totp || secret !== undefined) && (
        <form
          onSubmit={(event) => {
            event.preventDefault();
            finish(textIn(new FormData(event.currentTarget), 'code').trim());
            event.currentTarget.reset();
          }}
        >
          <Field label={t('Code of the app')}>
            <input name="code" autocomplete="one-time-code" required />
          </Field>
          <button disabled={isBusy}>{value?.totp ? t('Remove the app') : t('Save')}</button>
        </form>
      )}
    </section>
  );
}
