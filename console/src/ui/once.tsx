import { t } from '../text/t.ts';
import { Notice } from './notice.tsx';

/** A secret that the service shows once. */
export function Once({ secret }: { secret: string }) {
  return (
    <Notice kind="done">
      {t('Keep this now; it is not shown again:')} <code class="secret">{secret}</code>{' '}
      <button type="button" onClick={() => void navigator.clipboard.writeText(secret)}>
        {t('Copy')}
      </button>
    </Notice>
  );
}
