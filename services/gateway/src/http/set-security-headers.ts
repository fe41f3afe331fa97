import type { IncomingMessage, ServerResponse } from 'node:http';
import helmet from 'helmet';
import type { GatewayHandler } from './request-state.ts';

/** The step that sets helmet's headers. They are the same for every answer, so helmet is asked once and not each time. */
export function setSecurityHeaders(): GatewayHandler {
  const headers = [...headersOfHelmet()];
  return (_request, response, next) => {
    for (const [name, value] of headers) response.setHeader(name, value);
    next();
  };
}

/** What helmet sets on an answer; it looks at nothing of the request. */
function headersOfHelmet(): ReadonlyMap<string, string> {
  const headers = new Map<string, string>();
  const answer = {
    setHeader: (name: string, value: string) => headers.set(name, value),
    removeHeader: (name: string) => headers.delete(name),
  };
  helmet()({} as IncomingMessage, answer as unknown as ServerResponse, () => {});
  return headers;
}
