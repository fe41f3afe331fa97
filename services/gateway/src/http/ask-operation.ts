import type { Request } from 'express';
import type { Actor } from '@svc/contracts';
import { Deadline, encodeBody, parseInput, type CallContext, type Reply } from '@svc/service-kit';
import type { SentFrom } from '../auth/authenticate.ts';
import type { ServiceCaller } from '../bus/service-caller.ts';
import type { GatewayConfig } from '../config.ts';
import type { OperationEndpoint } from '../endpoints/endpoint.ts';
import { parsePathParams } from '../endpoints/endpoint-path.ts';
import { inputReader, sentName } from '../endpoints/read-input.ts';
import type { EndpointRequest, SentValues } from '../endpoints/sent.ts';
import { localeOf } from './locale-of.ts';
import { parseQuery } from './parse-brackets.ts';
import { idempotencyKeyOf } from './request-headers.ts';
import type { GatewayResponse } from './request-state.ts';
import { versionsOf } from './send-reply.ts';
import { sentFrom } from './sent-from.ts';

export interface AskDeps {
  readonly services: ServiceCaller;
  readonly config: Pick<
    GatewayConfig,
    'PUBLIC_URL' | 'DEBUG_MODE' | 'TRUST_PROXY' | 'READ_DEADLINE_MS' | 'WRITE_DEADLINE_MS'
  >;
}

export type GatewayRequest = Request<Record<string, string>, unknown, unknown, unknown>;

/**
 * The actor of requests to public endpoints: no user, no capability. The bus has no anonymous kind of actor; a site
 * link without capabilities may do the least.
 */
const anonymous: Omit<Actor, 'locale'> = {
  kind: 'site_link',
  userId: 0,
  displayName: '',
  email: '',
  roles: [],
  capabilities: [],
};

/**
 * Calls the operation of an endpoint with the input of a request, the caller and the rest of the call's context.
 * @throws ServiceError `rest_missing_callback_param` or `rest_invalid_param` with the names that the client sent.
 */
export function askOperation(
  { operation, inputs }: OperationEndpoint,
  { services, config }: AskDeps,
): (request: GatewayRequest, response: GatewayResponse, more?: object) => Promise<Reply> {
  const readInput = inputReader(inputs, operation);
  return async (request, response, more) => {
    const { requestId, traceparent, deadline, dialect } = response.locals.state;
    const idempotencyKey = idempotencyKeyOf(request.headers['idempotency-key']);
    const from = sentFrom(request, response.locals.state, config);
    const sent = toEndpointRequest(request, from, { dialect, publicUrl: config.PUBLIC_URL });
    const caller = callerOf(request, response);
    const input = { ...readInput(sent), ...more };
    const client = isChange(request) ? { address: from.address, device: from.userAgent } : undefined;
    const context = { caller, requestId, traceparent, deadline, idempotencyKey, client };
    const reply = await services.request(operation, input, context);
    // The service has refused the input by its own names.
    if (namesParameters(reply)) parseInput(operation, encodeBody(input), sentName(inputs, sent));
    return reply;
  };
}

function isChange({ method }: GatewayRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

function namesParameters({ code }: Reply): boolean {
  return code === 'rest_invalid_param' || code === 'rest_missing_callback_param';
}

/** The context of a call for one chunk of a file. Each has its own deadline: the client determines how long the whole file takes. */
export function chunkContext(
  request: GatewayRequest,
  response: GatewayResponse,
  { config }: AskDeps,
): CallContext {
  const { requestId, traceparent } = response.locals.state;
  const deadline = Deadline.after(config.WRITE_DEADLINE_MS);
  return { caller: callerOf(request, response), requestId, traceparent, deadline };
}

/** The actor who sent a request; an anonymous one on public endpoints. */
export function callerOf(request: GatewayRequest, response: GatewayResponse): Actor {
  return response.locals.state.actor ?? { ...anonymous, locale: localeOf(request, response) };
}

function toEndpointRequest(
  request: GatewayRequest,
  from: SentFrom,
  rest: Pick<EndpointRequest, 'dialect' | 'publicUrl'>,
): EndpointRequest {
  const query = parseQuery(request.originalUrl);
  const body = (request.body ?? {}) as SentValues;
  return {
    params: parsePathParams(request.params),
    query,
    body,
    origin: from,
    ifMatch: versionsOf(request.headers['if-match']),
    ...rest,
  };
}
