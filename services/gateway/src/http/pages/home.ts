import { existsSync } from 'node:fs';
import { httpContractVersion, programVersion } from '@svc/contracts';
import { escapeHtml } from '@svc/service-kit';
import type { GatewayConfig } from '../../config.ts';
import type { GatewayHandler } from '../request-state.ts';
import { sendJson } from '../send-reply.ts';
import { renderPage, sendPage } from './page.ts';

type HomeConfig = Pick<
  GatewayConfig,
  'PUBLIC_URL' | 'API_ROOT' | 'NAMESPACE_PREFIXES' | 'DEMO_PASSWORD_FILE' | 'CONSOLE_FOLDER'
>;

/** The user of the first request, where there are demo users. */
const demoUser = 'dispatcher';

/**
 * Answers `GET /`: a page for browsers, JSON with the same facts for other clients. Without an API root this address belongs to the API, and
 * only browsers get the page.
 */
export function answerHome(config: HomeConfig): GatewayHandler {
  return (request, response, next) => {
    response.vary('Accept');
    const isForBrowser = request.accepts(['json', 'html']) === 'html';
    if (!isForBrowser && config.API_ROOT === '') return next();
    response.locals.state.route = '/';
    const facts = homeFacts(config);
    if (!isForBrowser) return sendJson(response, facts);
    sendPage(response, renderPage({ title: facts.name, body: bodyOf(facts) }), {
      ifNoneMatch: request.headers['if-none-match'],
    });
  };
}

type HomeFacts = ReturnType<typeof homeFacts>;

function homeFacts(config: HomeConfig) {
  const { PUBLIC_URL: url, API_ROOT, NAMESPACE_PREFIXES } = config;
  const passwordFile = config.DEMO_PASSWORD_FILE;
  const demo =
    passwordFile !== undefined && existsSync(passwordFile)
      ? { username: demoUser, password_file: passwordFile }
      : undefined;
  return {
    name: 'Records Service',
    version: programVersion,
    contract_version: httpContractVersion,
    api: `${url}${API_ROOT}`,
    docs: `${url}/docs/`,
    ...(config.CONSOLE_FOLDER !== undefined && { console: `${url}/console` }),
    health: `${url}/health`,
    ...(demo && { demo }),
    first_request: firstRequest(`${url}${API_ROOT}`, NAMESPACE_PREFIXES[0] ?? 'svc', demo),
  };
}

/** Commands for a shell in the folder of the installation. */
function firstRequest(
  api: string,
  prefix: string,
  demo: { readonly username: string; readonly password_file: string } | undefined,
): string[] {
  const login = demo
    ? `-d username=${demo.username} --data-urlencode ${quoted(`password@${demo.password_file}`)}`
    : `-d username=USERNAME --data-urlencode 'password=PASSWORD'`;
  return [
    `API=${quoted(api)}`,
    `TOKEN=$(curl -s "$API/jwt-auth/v1/token" ${login} \\`,
    `  | sed 's/.*"token":"\\([^"]*\\)".*/\\1/')`,
    `curl -s -H "Authorization: Bearer $TOKEN" "$API/${prefix}-posts/v2/contacts?limit=3"`,
  ];
}

function quoted(text: string): string {
  return /^[\w./:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}

function bodyOf({
  name,
  version,
  contract_version,
  api,
  demo,
  console,
  first_request: commands,
}: HomeFacts): string {
  const code = (text: string) => `<code>${escapeHtml(text)}</code>`;
  const account = demo
    ? `The demo data has one user for each role. Sign in as ${code(demo.username)}; the password is in the file ${code(demo.password_file)}.`
    : 'Sign in with your user name and password. An administrator creates accounts, for example with <code>npm run admin -- user create</code>.';
  return `<h1>${escapeHtml(name)}</h1>
<p>Records for teams that follow up with people and groups: typed fields, sharing, comments, history and search over HTTP.</p>
<dl>
<dt>Version</dt><dd>${escapeHtml(version)} (HTTP contract ${escapeHtml(contract_version)})</dd>
<dt>API</dt><dd>${code(api)}</dd>
</dl>
${console === undefined ? '' : `<p><a href="/console">Open the console</a> to work with the records in the browser.</p>\n`}<h2>First request</h2>
<p>${account} Paste this into a shell:</p>
<pre><code>${escapeHtml(commands.join('\n'))}</code></pre>
<h2>Next steps</h2>
<ul>
<li><a href="/docs/api/">API reference</a>: every endpoint, to be tried in the browser</li>
<li><a href="/docs/">Documentation</a>: guides for clients and extensions, reference, operations</li>
<li><a href="/docs/guides/writing-a-record.md">Write a record</a>, <a href="/docs/reference/list-query.md">list records</a>, <a href="/docs/guides/search.md">search</a></li>
<li><a href="/docs/reference/errors.md">Errors</a> and their remedies</li>
<li><a href="/health">Health</a> of this gateway</li>
</ul>`;
}
