import { createClient, isServiceError } from '@svc/client';
import { endSession, session } from '../session/session.ts';

/** The root of the API, which the gateway writes into the page. */
const root = document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '';

/** The address of an endpoint, for commands that are copied. */
export function addressOfEndpoint(path: string): string {
  return new URL(`${root}/${path}`, location.origin).href;
}

/** The client of all pages. A token that the service refuses signs the user out; the page keeps its address. */
export const client = createClient({
  url: `${location.origin}${root}`,
  auth: {
    getToken(refused) {
      if (refused !== undefined) endSession();
      return session.value?.token;
    },
  },
});

/** Whether a request failed for want of a connection, and not because the service refused it. */
export function isOffline(error: unknown): boolean {
  return isServiceError(error, 'connection_failed', 'timed_out');
}
