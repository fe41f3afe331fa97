/**
 * Sends the requests that each page of a signed-in user begins with. The script is part of the page, so that the service answers while the
 * browser still loads the other scripts, whose client takes the responses.
 */
import { root } from './api/api-root.ts';
import { isFresh, storedSession } from './api/stored-session.ts';

const paths = ['svc-core/v1/settings', 'svc/v1/user/my'];

const session = storedSession();
if (session && isFresh(session))
  globalThis.firstRequests = new Map(
    paths.map((path) => [`${location.origin}${root}/${path}`, send(`${root}/${path}`, session.token)]),
  );

function send(address: string, token: string) {
  const controller = new AbortController();
  const headers = { Accept: 'application/json', Authorization: `Bearer ${token}` };
  const response = fetch(address, { headers, signal: controller.signal });
  // The client that takes the response handles the error.
  response.catch(() => undefined);
  return { response, abort: () => controller.abort() };
}
