import type { GatewayHandler } from '../request-state.ts';
import { type ApiSettings, signInForm } from './assets.ts';
import { policyWith, renderPage, sendPage } from './page.ts';

/** Scripts, styles and requests of this server, and pictures inside its style sheet. */
const policy = policyWith({ script: `'self'`, style: `'self'`, connect: `'self'`, img: 'data:' });

/** Answers `GET /docs/api/`: the reference of the API, on which requests can be tried (docs/reference/openapi.md#in-the-browser). */
export function answerReference(settings: ApiSettings): GatewayHandler {
  const page = renderPage({ title: 'API reference · Records Service', head, body: bodyOf(settings) });
  return (request, response) => {
    if (request.path === '/docs/api') return response.redirect(308, '/docs/api/');
    response.locals.state.route = '/docs/api';
    sendPage(response, page, { policy, ifNoneMatch: request.headers['if-none-match'] });
  };
}

const head = `<link rel="stylesheet" href="/docs/assets/swagger-ui.css">
<link rel="stylesheet" href="/docs/assets/sign-in.css">
<link rel="stylesheet" href="/docs/assets/reference.css">
<script src="/docs/assets/swagger-ui-bundle.js" defer></script>
<script src="/docs/assets/reference.js" type="module"></script>`;

function bodyOf(settings: ApiSettings): string {
  return `<h1>API reference</h1>
<p>Every endpoint with its parameters, answers and errors. Sign in to see the types and fields that you may see, and to try requests. The <a href="/docs/guides/README.md">guides</a> explain how endpoints belong together.
<a href="/docs/reference/list-query.md">Lists and filters</a> have examples that run in the browser. Programs read <a href="/openapi.json">the OpenAPI document</a>.</p>
${signInForm(settings)}
<div id="reference"></div>`;
}
