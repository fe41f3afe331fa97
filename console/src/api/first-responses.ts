/** A request that the page has sent before its scripts have arrived (first-requests.ts). */
interface FirstRequest {
  readonly response: Promise<Response>;
  abort(): void;
}

declare global {
  /** By address. */
  var firstRequests: Map<string, FirstRequest> | undefined;
}

/** Like `fetch`; an address that the page has requested already gets this response, once. */
export async function fetchOnce(address: string, init: RequestInit): Promise<Response> {
  const request = globalThis.firstRequests?.get(address);
  if (!request) return fetch(address, init);
  globalThis.firstRequests?.delete(address);
  init.signal?.addEventListener('abort', request.abort);
  return request.response;
}

/** Drops responses that nobody has taken: later they would be stale. */
export function dropFirstResponses(): void {
  globalThis.firstRequests = undefined;
}
