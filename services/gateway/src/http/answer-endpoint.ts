import type { Request } from 'express';
import type { Actor } from '@svc/contracts';
import type { SentFrom } from '../auth/authenticate.ts';
import type { CallOrigin, ServiceCaller } from '../bus/service-caller.ts';
import type { GatewayConfig } from '../config.ts';
import type {
  Endpoint,
  EndpointRequest,
  GatewayAnswerName,
  GatewayEndpoint,
  OperationEndpoint,
} from '../endpoints/endpoint.ts';
import { parsePathParams } from '../endpoints/endpoint-path.ts';
import { withoutAbsent, type SentValues } from '../endpoints/sent.ts';
import { localeOf } from './locale-of.ts';
import { parseQuery } from './parse-brackets.ts';
import { idempotencyKeyOf } from './request-headers.ts';
import type { GatewayHandler } from './request-state.ts';
import { sendJson, sendReply, sendTagged, versionsOf } from './send-reply.ts';
import { sentFrom } from './sent-from.ts';

/** An answer of the gateway itself. */
export type GatewayAnswer = (authorization: string | undefined, origin: CallOrigin) => Promise<unknown>;

/** What endpoints are answered with. */
export interface AnswerDeps {
  readonly services: ServiceCaller;
  readonly answers: Readonly<Record<GatewayAnswerName, GatewayAnswer>>;
  readonly config: Pick<GatewayConfig, 'PUBLIC_URL' | 'DEBUG_MODE'>;
}

/**
 * In whose name open endpoints ask: nobody's, without a capability. The bus knows no kind of actor for it, and a site link
 * that has nothing is the least there is.
 */
const anonymous: Omit<Actor, 'locale'> = {
  kind: 'site_link',
  userId: 0,
  displayName: '',
  email: '',
  roles: [],
  capabilities: [],
};

/** The last step of a request that has found its endpoint. */
export function answerEndpoint(endpoint: Endpoint, deps: AnswerDeps): GatewayHandler {
  return 'operation' in endpoint ? askService(endpoint, deps) : answerHere(endpoint, deps);
}

function askService({ operation, input, tag }: OperationEndpoint, deps: AnswerDeps): GatewayHandler {
  const present = withoutAbsent(operation);
  return async (request, response) => {
    const { requestId, traceparent, deadline, actor, dialect } = response.locals.state;
    const idempotencyKey = idempotencyKeyOf(request.headers['idempotency-key']);
    const from = sentFrom(request, response.locals.state, deps.config.DEBUG_MODE);
    const sent = toEndpointRequest(request, from, { dialect, publicUrl: deps.config.PUBLIC_URL });
    const reply = await deps.services.request(operation, present(input(sent)), {
      caller: actor ?? { ...anonymous, locale: localeOf(request, response) },
      requestId,
      traceparent,
      deadline,
      idempotencyKey,
    });
    if (tag) sendTagged(response, reply, { tag, ifNoneMatch: request.headers['if-none-match'] });
    else sendReply(response, reply);
  };
}

function answerHere({ answer }: GatewayEndpoint, deps: AnswerDeps): GatewayHandler {
  return async (request, response) => {
    sendJson(response, await deps.answers[answer](request.headers.authorization, response.locals.state));
  };
}

function toEndpointRequest(
  request: Request<Record<string, string>, unknown, unknown, unknown>,
  from: SentFrom,
  rest: Pick<EndpointRequest, 'dialect' | 'publicUrl'>,
): EndpointRequest {
  return {
    params: parsePathParams(request.params),
    query: parseQuery(request.originalUrl),
    body: (request.body ?? {}) as SentValues,
    origin: from,
    ifMatch: versionsOf(request.headers['if-match']),
    ...rest,
  };
}
