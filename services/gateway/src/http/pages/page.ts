import { hash } from 'node:crypto';
import { escapeHtml } from '@svc/service-kit';
import type { GatewayHandler, GatewayResponse } from '../request-state.ts';
import { matchesTag } from '../send-reply.ts';

const style = `
:root { color-scheme: light dark; --text: #1b1f24; --muted: #57606a; --line: #d0d7de; --soft: #f4f6f8; --accent: #0b57a8; }
@media (prefers-color-scheme: dark) { :root { --text: #e6e9ed; --muted: #9aa4af; --line: #373e47; --soft: #1d2229; --accent: #7db7ff; } body { background: #12161b; } }
* { box-sizing: border-box; }
body { margin: 0; color: var(--text); font: 16px/1.6 system-ui, sans-serif; }
header, main, footer { max-width: 52rem; margin: 0 auto; padding: 0 1.25rem; }
header { padding-top: 1rem; padding-bottom: 1rem; border-bottom: 1px solid var(--line); }
header nav { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; }
footer { margin: 2rem auto; color: var(--muted); font-size: .9rem; }
h1 { line-height: 1.25; } h2 { margin-top: 2rem; line-height: 1.3; }
a { color: var(--accent); } a:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
code, pre { font: .875em/1.5 ui-monospace, monospace; background: var(--soft); border-radius: 4px; }
code { padding: .1em .3em; overflow-wrap: anywhere; } pre { padding: .8rem 1rem; overflow-x: auto; } pre code { padding: 0; overflow-wrap: normal; }
.table { overflow-x: auto; } table { border-collapse: collapse; } th, td { padding: .35rem .7rem; border: 1px solid var(--line); text-align: left; vertical-align: top; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1.25rem; } dt { color: var(--muted); } dd { margin: 0; overflow-wrap: anywhere; }
@media (max-width: 30rem) { dl { grid-template-columns: 1fr; } dd { margin-bottom: .5rem; } }
img { max-width: 100%; } figure { margin: 1rem 0; } .diagram { overflow-x: auto; padding: .5rem; background: #fff; border: 1px solid var(--line); border-radius: 4px; } .diagram img { max-width: none; }
`;

/** Sources that a page may use in addition to those of every page, by kind. */
type FurtherSources = Partial<Record<'script' | 'style' | 'connect' | 'img', string>>;

/** The policy of a page: its own style sheet, pictures of this server, and further sources. */
export function policyWith({ script, style: styles = '', connect, img = '' }: FurtherSources): string {
  return [
    `default-src 'none'`,
    `style-src 'sha256-${hash('sha256', style, 'base64')}' ${styles}`.trimEnd(),
    `img-src 'self' ${img}`.trimEnd(),
    ...(script ? [`script-src ${script}`] : []),
    ...(connect ? [`connect-src ${connect}`] : []),
    `base-uri 'none'`,
    `form-action 'none'`,
    `frame-ancestors 'none'`,
  ].join('; ');
}

const pagePolicy = policyWith({});

export interface Page {
  readonly title: string;
  /** Further elements of the head. */
  readonly head?: string;
  /** HTML whose texts are escaped. */
  readonly body: string;
}

/** The HTML document of a page. The title is escaped. */
export function renderPage({ title, head = '', body }: Page): string {
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="/favicon.ico">
<style>${style}</style>
${head}
</head>
<body>
<header><nav aria-label="Pages"><a href="/">Records Service</a><a href="/docs/">Documentation</a><a href="/docs/api/">API reference</a><a href="/health">Health</a></nav></header>
<main>
${body}
</main>
</body>
</html>
`;
}

interface PageTerms {
  readonly ifNoneMatch: string | undefined;
  readonly status?: number;
  /** The `Content-Security-Policy`. By default that of a rendered page. */
  readonly policy?: string;
}

/** Sends an HTML document that every client may keep and revalidate by its entity tag. */
export function sendPage(
  response: GatewayResponse,
  html: string,
  { ifNoneMatch, status = 200, policy = pagePolicy }: PageTerms,
): void {
  const tag = `"${hash('sha256', html, 'base64url').slice(0, 27)}"`;
  response.setHeader('Content-Security-Policy', policy);
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('ETag', tag);
  if (matchesTag(ifNoneMatch, tag)) return void response.status(304).end();
  response.setHeader('Content-Type', 'text/html; charset=utf-8');
  response.status(status).end(html);
}

const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#0b57a8"/><path d="M9 10h14M9 16h14M9 22h8" stroke="#fff" stroke-width="3" stroke-linecap="round"/></svg>`;

/** Answers `GET /favicon.ico`, which browsers request on their own next to every address. */
export const answerIcon: GatewayHandler = (_request, response) => {
  response.locals.state.route = '/favicon.ico';
  response.setHeader('Cache-Control', 'public, max-age=86400');
  response.type('svg').end(icon);
};
