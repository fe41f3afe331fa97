import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { SearchMetrics } from './search-metrics.ts';

/** The properties read here of Node's diagnostics event for a `fetch` request. */
interface RequestEvent {
  readonly request: { readonly origin: string; readonly method: string; readonly path: string };
  readonly response?: { readonly statusCode: number };
}

/**
 * Measures all requests to a Meilisearch server until the end of their answers, with Node's diagnostics channels: the
 * client accepts another HTTP client, but then wraps the errors of its answers.
 */
export function timeRequests(
  url: string,
  { requestDuration }: Pick<SearchMetrics, 'requestDuration'>,
): () => void {
  const { origin, pathname } = new URL(url.endsWith('/') ? url : `${url}/`);
  const open = new WeakMap<
    RequestEvent['request'],
    { stopTimer: (labels: { outcome: string }) => void; isOk: boolean }
  >();
  const end = ({ request }: RequestEvent, outcome?: string) => {
    const timed = open.get(request);
    timed?.stopTimer({ outcome: outcome ?? (timed.isOk ? 'ok' : 'refused') });
    open.delete(request);
  };
  const listeners: readonly (readonly [string, (event: RequestEvent) => void])[] = [
    [
      'undici:request:create',
      ({ request }) => {
        if (request.origin !== origin) return;
        const name = requestName(request.method, request.path.slice(pathname.length));
        open.set(request, { stopTimer: requestDuration.startTimer({ request: name }), isOk: true });
      },
    ],
    [
      'undici:request:headers',
      ({ request, response }) => {
        const timed = open.get(request);
        if (timed) timed.isOk = (response?.statusCode ?? 0) < 400;
      },
    ],
    ['undici:request:trailers', (event) => end(event)],
    ['undici:request:error', (event) => end(event, 'failed')],
  ];
  for (const [channel, listener] of listeners) subscribe(channel, listener as (message: unknown) => void);
  return () => {
    for (const [channel, listener] of listeners) unsubscribe(channel, listener as (message: unknown) => void);
  };
}

/** The kind of a request without index names and ids: `POST documents`. */
export function requestName(method: string, path: string): string {
  const [beforeQuery = ''] = path.split('?', 1);
  const [first = '', , part] = beforeQuery.split('/');
  return `${method} ${(first === 'indexes' && part) || first}`;
}
