import { escapeHtml } from '@svc/service-kit';
import type { GatewayConfig } from '../../config.ts';
import type { GatewayHandler } from '../request-state.ts';
import { renderPage, sendPage } from './page.ts';

type PermalinkConfig = Pick<GatewayConfig, 'PUBLIC_URL' | 'API_ROOT' | 'NAMESPACE_PREFIXES'>;

/** The address of a record for people, where PERMALINK_TEMPLATE names no front end. */
const recordPath = /^\/(?<postType>\w{1,100})\/(?<id>\d{1,15})\/?$/;

/**
 * Answers browsers at the address of a record with a page that explains it. Nothing is looked up: the page is the same for each id, so that it
 * reveals nothing about records. Other clients get the next step of the request.
 */
export function answerPermalink(config: PermalinkConfig): GatewayHandler {
  return (request, response, next) => {
    const { postType, id } = recordPath.exec(request.path)?.groups ?? {};
    if (postType === undefined || id === undefined) return next();
    response.vary('Accept');
    // JSON first: clients that accept anything are programs.
    if (request.accepts(['json', 'html']) !== 'html') return next();
    response.locals.state.route = '/{post_type}/{id}';
    response.setHeader('X-Robots-Tag', 'noindex');
    const title = `Record ${id} of ${postType}`;
    const body = bodyOf({ postType, id }, config);
    sendPage(response, renderPage({ title, body }), {
      ifNoneMatch: request.headers['if-none-match'],
    });
  };
}

function bodyOf({ postType, id }: { postType: string; id: string }, config: PermalinkConfig): string {
  const { PUBLIC_URL, API_ROOT, NAMESPACE_PREFIXES } = config;
  const [prefix = 'svc'] = NAMESPACE_PREFIXES;
  const address = `${PUBLIC_URL}${API_ROOT}/${prefix}-posts/v2/${postType}/${id}`;
  const command = `curl -H "Authorization: Bearer $TOKEN" ${address}`;
  return `<h1>Record ${id} of <code>${escapeHtml(postType)}</code></h1>
<p>This is the address of a record. This installation has no web front end that could show it. Only a request with your login shows whether the record exists and whether you may read it.</p>
<h2>Read it</h2>
<p>Open your app and search for number ${id}, or read the record with the API:</p>
<pre><code>${escapeHtml(command)}</code></pre>
<h2>For the operator</h2>
<p>Set <code>PERMALINK_TEMPLATE</code> of the services records and users to the address of your front end, for example <code>https://app.example.org/{post_type}/{id}</code>. Links to records then lead there.</p>`;
}
