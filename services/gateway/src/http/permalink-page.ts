import { createHash } from 'node:crypto';
import type { GatewayConfig } from '../config.ts';
import type { GatewayHandler } from './request-state.ts';

type PageConfig = Pick<GatewayConfig, 'PUBLIC_URL' | 'API_ROOT' | 'NAMESPACE_PREFIXES'>;

/** The address of a record for people, where PERMALINK_TEMPLATE names no front end. */
const recordPath = /^\/(?<postType>\w{1,100})\/(?<id>\d{1,15})\/?$/;

/**
 * Answers browsers at the address of a record with a page that explains it. Nothing is looked up: the page is the same for each id, so that it
 * reveals nothing about records. Other clients get what follows in the path of the request.
 */
export function permalinkPage(config: PageConfig): GatewayHandler {
  return (request, response, next) => {
    const { postType, id } = recordPath.exec(request.path)?.groups ?? {};
    if (postType === undefined || id === undefined || !isRead(request.method)) return next();
    response.vary('Accept');
    // JSON first: clients that accept anything are programs.
    if (request.accepts(['json', 'html']) !== 'html') return next();
    response.locals.state.route = '/{post_type}/{id}';
    response.setHeader('Content-Security-Policy', policy);
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Robots-Tag', 'noindex');
    response.type('html').send(page({ postType, id }, config));
  };
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD';
}

const style = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 2rem 1.25rem; font: 1rem/1.6 system-ui, sans-serif; background: #fff; color: #1c1e21; }
main { max-width: 40rem; margin: 0 auto; }
h1 { font-size: 1.5rem; line-height: 1.25; }
h2 { font-size: 1.05rem; margin-top: 2rem; }
pre { padding: 0.9rem 1rem; border-radius: 0.4rem; background: #f1f3f5; white-space: pre-wrap; overflow-wrap: anywhere; }
code { font-family: ui-monospace, monospace; font-size: 0.9em; overflow-wrap: anywhere; }
@media (prefers-color-scheme: dark) {
  body { background: #16181b; color: #e6e8ea; }
  pre { background: #24272b; }
}
`;

const styleDigest = createHash('sha256').update(style).digest('base64');
const policy = `default-src 'none'; style-src 'sha256-${styleDigest}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;

function page({ postType, id }: { postType: string; id: string }, config: PageConfig): string {
  const { PUBLIC_URL, API_ROOT, NAMESPACE_PREFIXES } = config;
  const [prefix = 'svc'] = NAMESPACE_PREFIXES;
  const address = `${PUBLIC_URL}${API_ROOT}/${prefix}-posts/v2/${postType}/${id}`;
  const command = `curl -H "Authorization: Bearer $TOKEN" ${address}`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Record ${id} of ${postType}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>Record ${id} of <code>${postType}</code></h1>
<p>This is the address of a record. This installation has no web front end here that could show it. Only a request with your login shows whether the record exists and whether you may read it.</p>
<h2>Read it</h2>
<p>Open your app and search for number ${id}, or read the record with the API:</p>
<pre><code>${escapeHtml(command)}</code></pre>
<h2>For the operator</h2>
<p>Set <code>PERMALINK_TEMPLATE</code> of the services records and users to the address of your front end, for example <code>https://app.example.org/{post_type}/{id}</code>. Links to records lead there from then on.</p>
</main>
</body>
</html>
`;
}

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function escapeHtml(text: string): string {
  return text.replaceAll(/[&<>"]/g, (character) => entities[character] ?? '');
}
