import type { CallOrigin } from '../bus/service-caller.ts';
import type {
  Endpoint,
  GatewayAnswerName,
  GatewayEndpoint,
  OperationEndpoint,
} from '../endpoints/endpoint.ts';
import { askOperation, type AskDeps } from './ask-operation.ts';
import { receiveFiles } from './receive-files.ts';
import type { GatewayHandler } from './request-state.ts';
import { sendFile } from './send-file.ts';
import { sendJson, sendReply, sendTagged } from './send-reply.ts';

/** An answer that the gateway gives without a service. */
export type GatewayAnswer = (authorization: string | undefined, origin: CallOrigin) => Promise<unknown>;

export interface AnswerDeps extends AskDeps {
  readonly answers: Readonly<Record<GatewayAnswerName, GatewayAnswer>>;
}

/** The last step of a request whose endpoint is known. */
export function answerEndpoint(endpoint: Endpoint, deps: AnswerDeps): GatewayHandler {
  if (!('operation' in endpoint)) return answerHere(endpoint, deps);
  if (endpoint.form === 'files') return receiveFiles(endpoint, deps);
  return endpoint.answer === 'bytes' ? sendFile(endpoint, deps) : askService(endpoint, deps);
}

function askService(endpoint: OperationEndpoint, deps: AnswerDeps): GatewayHandler {
  const ask = askOperation(endpoint, deps);
  const { tag } = endpoint;
  return async (request, response) => {
    const reply = await ask(request, response);
    if (tag) sendTagged(response, reply, { tag, ifNoneMatch: request.headers['if-none-match'] });
    else sendReply(response, reply);
  };
}

function answerHere({ answer }: GatewayEndpoint, deps: AnswerDeps): GatewayHandler {
  return async (request, response) => {
    sendJson(response, await deps.answers[answer](request.headers.authorization, response.locals.state));
  };
}
