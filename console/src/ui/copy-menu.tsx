import { addressOfEndpoint } from '../api/client.ts';
import { t } from '../text/t.ts';
import { announce } from './toasts.tsx';

/** A request of the page, as other clients can send it. */
export interface CopiedRequest {
  readonly method: 'GET' | 'POST';
  readonly path: string;
  readonly json?: object;
}

/** Copies the request behind what the page shows, for a script. */
export function CopyMenu({ request }: { request: CopiedRequest }) {
  const copy = async (text: string, message: string) => {
    await navigator.clipboard.writeText(text);
    announce(message);
  };
  return (
    <details class="picker">
      <summary>{t('Copy')}</summary>
      <div class="options">
        <button
          type="button"
          onClick={() =>
            void copy(curlOf(request), t('Copied. The command takes the token from the variable TOKEN.'))
          }
        >
          {t('Copy as curl')}
        </button>
        <button type="button" onClick={() => void copy(codeOf(request), t('Copied.'))}>
          {t('Copy as client code')}
        </button>
      </div>
    </details>
  );
}

function curlOf({ method, path, json }: CopiedRequest): string {
  const address = addressOfEndpoint(path);
  const head = `curl -s -H "Authorization: Bearer $TOKEN"`;
  if (!json) return `${head}${method === 'POST' ? ' -X POST' : ''} ${quoted(address)}`;
  return `${head} -H 'Content-Type: application/json' -d ${quoted(JSON.stringify(json))} ${quoted(address)}`;
}

/** A text for a shell in single quotes, in which nothing has a meaning. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

function codeOf(request: CopiedRequest): string {
  return [
    `import { createClient } from '@svc/client';`,
    ``,
    `const client = createClient({ url: ${JSON.stringify(location.origin)}, auth: { token: process.env.TOKEN ?? '' } });`,
    `console.log(await client.request(${JSON.stringify(request)}));`,
  ].join('\n');
}
