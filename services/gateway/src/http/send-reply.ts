import type { ServiceError } from '@svc/contracts';
import { errorOfReply, errorReply, type Reply } from '@svc/service-kit';
import type { GatewayResponse } from './request-state.ts';

/** Writes a reply through: the body's bytes are the client's answer as they are. */
export function sendReply(response: GatewayResponse, reply: Reply): void {
  response.locals.state.code = reply.code;
  const retryAfter = retryAfterOf(reply);
  if (retryAfter !== undefined) response.setHeader('Retry-After', retryAfter);
  response.setHeader('Content-Type', 'application/json; charset=utf-8');
  response.setHeader('Cache-Control', 'no-store');
  response.setHeader('Content-Length', reply.body.byteLength);
  response.status(reply.status).end(reply.body);
}

/** Answers with an error. */
export function sendError(response: GatewayResponse, error: ServiceError): void {
  sendReply(response, errorReply(error));
}

/** Seconds: what the error says, else a second. Only what may be tried again has it. */
function retryAfterOf(reply: Reply): number | undefined {
  if (reply.status !== 429 && reply.status !== 503) return undefined;
  const seconds = Number(errorOfReply(reply).data['retry_after']);
  return Number.isFinite(seconds) ? Math.max(1, Math.ceil(seconds)) : 1;
}
