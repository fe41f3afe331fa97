import { Router } from 'express';
import { rateLimit, type Options, type RateLimitExceededEventHandler } from 'express-rate-limit';
import { ServiceError, type Actor, type Message } from '@svc/contracts';
import { Deadline, type FairQueue } from '@svc/service-kit';
import { authenticate, type AuthDeps } from '../auth/authenticate.ts';
import type { Tickets } from '../auth/tickets.ts';
import type { CallOrigin } from '../bus/service-caller.ts';
import type { GatewayConfig } from '../config.ts';
import { apiRoute } from '../endpoints/api-routes.ts';
import type { Endpoint, GatewayAnswerName, OperationEndpoint } from '../endpoints/endpoint.ts';
import { compilePath } from '../endpoints/endpoint-path.ts';
import { askOperation, type AskDeps, type GatewayRequest } from './ask-operation.ts';
import { parseQuery } from './parse-brackets.ts';
import { readBody } from './read-body.ts';
import { receiveFiles } from './receive-files.ts';
import type { GatewayHandler, GatewayResponse } from './request-state.ts';
import { sendAvatar } from './send-avatar.ts';
import { sendChanges, type WaitDeps } from './send-changes.ts';
import { sendEvents, type LiveDeps } from './send-events.ts';
import { sendFile } from './send-file.ts';
import { entityTag, sendJson, sendReply, sendTagged } from './send-reply.ts';
import { sentFrom } from './sent-from.ts';

/** The answers that need no more than credentials. */
type PlainAnswerName = Exclude<GatewayAnswerName, 'openapi'>;

/** An answer that the gateway gives without a service. */
type GatewayAnswer = (
  authorization: string | undefined,
  origin: CallOrigin & { readonly actor: Actor | undefined },
) => Promise<unknown>;

/** The parts that answering requests needs. */
export interface RouteDeps extends AskDeps, LiveDeps, WaitDeps {
  readonly live: LiveDeps['live'] & WaitDeps['live'];
  readonly answers: Readonly<Record<PlainAnswerName, GatewayAnswer>>;
  /** Answers `GET /openapi.json`. */
  readonly openApi: GatewayHandler;
  readonly endpoints: readonly Endpoint[];
  readonly auth: AuthDeps;
  readonly tickets: Pick<Tickets, 'open'>;
  readonly uploads: Pick<FairQueue, 'run'>;
  readonly config: GatewayConfig;
}

/**
 * Routes requests: public endpoints first, then authentication, and only then the other paths, so that a caller without
 * credentials learns nothing about them.
 */
export function routeEndpoints(deps: RouteDeps): Router {
  const router = Router({ caseSensitive: true, strict: true });
  if (deps.config.NAMESPACE_PREFIXES.includes(referencePrefix)) router.use(markDialect);
  const open = deps.endpoints.filter(({ access }) => access === 'public');
  const closed = deps.endpoints.filter(({ access }) => access === 'caller');
  for (const endpoint of open) addRoute(router, endpoint, deps);
  router.options(anyPath, answerOptions(open, deps.config));
  for (const endpoint of open) router.all(pathsOf(endpoint, deps.config), noRoute);
  router.use(acceptTickets(deps));
  router.use(requireCaller(deps));
  const { KEY_REQUESTS_PER_MINUTE: perKey } = deps.config;
  if (perKey !== undefined) router.use(limitKeys(perKey));
  for (const endpoint of closed) addRoute(router, endpoint, deps);
  for (const endpoint of closed.filter(({ method }) => method === 'PATCH'))
    router.put(pathsOf(endpoint, deps.config), refusePut(closed, deps.config));
  router.options(anyPath, answerOptions(closed, deps.config));
  // Also inside this router: at its end express would answer OPTIONS itself, with no methods, as text.
  router.use(noRoute);
  return router;
}

/** The step for requests that match no endpoint, by path or by method. */
export const noRoute: GatewayHandler = () => {
  throw new ServiceError('rest_no_route', 'No route was found matching the URL and request method.');
};

const anyPath = /^.*/;

/** The prefix of the older API, under which its own rules apply (docs/guides/existing-clients.md). */
const referencePrefix = 'dt';
const referencePath = new RegExp(`^/${referencePrefix}[-/]`);

const markDialect: GatewayHandler = (request, response, next) => {
  if (referencePath.test(request.path)) response.locals.state.dialect = 'reference';
  next();
};

function addRoute(router: Router, endpoint: Endpoint, deps: RouteDeps): void {
  const method = endpoint.method.toLowerCase() as Lowercase<Endpoint['method']>;
  router[method](pathsOf(endpoint, deps.config), ...steps(endpoint, deps));
}

function steps(endpoint: Endpoint, deps: RouteDeps): GatewayHandler[] {
  return [
    (_request, response, next) => {
      response.locals.state.route = endpoint.path;
      response.locals.state.hasSecret = endpoint.hasSecret ?? false;
      next();
    },
    ...(endpoint.limit ? [limitRequests(deps.config[endpoint.limit])] : []),
    setDeadline(deadlineMs(endpoint, deps.config)),
    ...(endpoint.method === 'GET' || isForm(endpoint) ? [] : readBody()),
    answerEndpoint(endpoint, deps),
  ];
}

/** Whether the endpoint's handler reads the body itself. */
function isForm(endpoint: Endpoint): boolean {
  return 'operation' in endpoint && endpoint.form !== undefined;
}

function deadlineMs(endpoint: Endpoint, config: GatewayConfig): number {
  if (endpoint.takesLong) return config.LONG_DEADLINE_MS;
  const isWrite = 'operation' in endpoint && endpoint.operation.kind === 'write';
  return isWrite ? config.WRITE_DEADLINE_MS : config.READ_DEADLINE_MS;
}

/** Sets the deadline of a request whose endpoint is known, counted from its arrival. */
function setDeadline(milliseconds: number): GatewayHandler {
  return (_request, response, next) => {
    const { state } = response.locals;
    state.deadline = Deadline.after(milliseconds - (performance.now() - state.startedAt));
    next();
  };
}

/** The last step of a request whose endpoint is known. */
function answerEndpoint(endpoint: Endpoint, deps: RouteDeps): GatewayHandler {
  if (!('operation' in endpoint))
    return endpoint.answer === 'openapi' ? deps.openApi : answerHere(endpoint.answer, deps);
  if (endpoint.form === 'files') return receiveFiles(endpoint, deps);
  if (endpoint.answer === 'avatar') return sendAvatar(endpoint, deps);
  if (endpoint.answer === 'changes') return sendChanges(endpoint, deps);
  if (endpoint.answer === 'events') return sendEvents(endpoint, deps, senderOf(deps));
  return endpoint.answer === 'bytes' ? sendFile(endpoint, deps) : askService(endpoint, deps);
}

function askService(endpoint: OperationEndpoint, deps: RouteDeps): GatewayHandler {
  const ask = askOperation(endpoint, deps);
  const { tag, tagsRecord } = endpoint;
  return async (request, response) => {
    const reply = await ask(request, response);
    if (tag) sendTagged(response, reply, { tag, ifNoneMatch: request.headers['if-none-match'] });
    else {
      if (tagsRecord && reply.version !== undefined) response.setHeader('ETag', entityTag(reply));
      sendReply(response, reply);
    }
  };
}

function answerHere(answer: PlainAnswerName, deps: RouteDeps): GatewayHandler {
  return async (request, response) => {
    sendJson(response, await deps.answers[answer](request.headers.authorization, response.locals.state));
  };
}

/** Answers OPTIONS with the methods of the requested path. */
function answerOptions(endpoints: readonly Endpoint[], config: GatewayConfig): GatewayHandler {
  const endpointsOf = endpointsByPath(endpoints, config);
  return ({ path }, response, next) => {
    const found = endpointsOf(path);
    if (found.length === 0) return next();
    response.setHeader('Allow', methodsOf(found));
    sendJson(response, apiRoute(path, found));
  };
}

/** The step for PUT on a path that takes PATCH: many clients use PUT for updates, although it replaces the whole resource. */
function refusePut(endpoints: readonly Endpoint[], config: GatewayConfig): GatewayHandler {
  const endpointsOf = endpointsByPath(endpoints, config);
  return ({ path }, response) => {
    response.setHeader('Allow', methodsOf(endpointsOf(path)));
    throw new ServiceError(
      'method_not_allowed',
      'PUT would replace the whole record. Send the changed fields with PATCH; all others keep their values.',
    );
  };
}

/** The endpoints of a path, one for each method. */
function endpointsByPath(
  endpoints: readonly Endpoint[],
  config: GatewayConfig,
): (path: string) => readonly Endpoint[] {
  const known = endpoints.map((endpoint) => ({ endpoint, paths: pathsOf(endpoint, config) }));
  return (path) => {
    const found = known.filter(({ paths }) => paths.some((each) => each.test(path)));
    return [...new Map(found.map(({ endpoint }) => [endpoint.method, endpoint])).values()];
  };
}

function methodsOf(endpoints: readonly Endpoint[]): string {
  return endpoints.map(({ method }) => method).join(', ');
}

function pathsOf(endpoint: Endpoint, config: GatewayConfig): RegExp[] {
  return [endpoint.path, ...(endpoint.aliases ?? [])].map((path) =>
    compilePath(path, config.NAMESPACE_PREFIXES),
  );
}

/** Takes the credentials of a request from its ticket, on the paths that permit one. */
function acceptTickets({ endpoints, config, tickets }: RouteDeps): GatewayHandler {
  const paths = endpoints.filter(({ takesTicket }) => takesTicket).flatMap((each) => pathsOf(each, config));
  return (request, _response, next) => {
    if (request.headers.authorization === undefined && paths.some((path) => path.test(request.path))) {
      const { ticket } = parseQuery(request.originalUrl) as { ticket?: unknown };
      if (typeof ticket === 'string') request.headers.authorization = tickets.open(ticket);
      // It is no part of the list query.
      request.originalUrl = request.originalUrl.replace(/(?<=[?&])ticket=[^&]*&?/g, '');
    }
    next();
  };
}

function requireCaller(deps: RouteDeps): GatewayHandler {
  const sender = senderOf(deps);
  return async (request, response, next) => {
    response.locals.state.actor = await sender(request, response);
    next();
  };
}

/** Authenticates the sender of a request. */
function senderOf({ auth, config }: RouteDeps) {
  return async (request: GatewayRequest, response: GatewayResponse): Promise<Actor> => {
    const { state } = response.locals;
    const from = sentFrom(request, state, config);
    return authenticate(request.headers.authorization, auth, from).catch((error: unknown) => {
      throw state.dialect === 'reference' ? inReferenceDialect(error) : error;
    });
  };
}

/** Clients of the older API log out on a 401 and on no other status. */
function inReferenceDialect(error: unknown): unknown {
  if (!(error instanceof ServiceError) || error.code !== 'jwt_auth_invalid_token') return error;
  return new ServiceError('rest_cannot_access', 'Invalid token', { cause: error });
}

const minute = 60_000;

/**
 * Limits the requests from one address to this process. For logins this is the second limit: the users service counts
 * failed attempts by account and address.
 */
export function limitRequests(perMinute: number): GatewayHandler {
  return limit(perMinute, 'This address has sent too many requests; try again in a minute.');
}

/** Limits the requests with one API key to this process. */
function limitKeys(perMinute: number): GatewayHandler {
  const keyOf = (response: GatewayResponse) => response.locals.state.actor?.key;
  return limit(perMinute, 'This API key has sent too many requests; try again in a minute.', {
    skip: (_request, response) => keyOf(response as GatewayResponse) === undefined,
    keyGenerator: (_request, response) => String(keyOf(response as GatewayResponse)?.id),
  });
}

/** A limit of requests per minute, by default for each address. */
function limit(
  perMinute: number,
  message: Message,
  options: Pick<Partial<Options>, 'skip' | 'keyGenerator'> = {},
): GatewayHandler {
  return rateLimit({
    windowMs: minute,
    limit: perMinute,
    standardHeaders: 'draft-6',
    legacyHeaders: false,
    // The library's checks cover settings that config.ts validates, and print to the console.
    validate: false,
    handler: tooMany(message),
    ...options,
  }) as unknown as GatewayHandler;
}

/** The answer beyond a limit, with the seconds until the window ends. */
function tooMany(message: Message): RateLimitExceededEventHandler {
  return (_request, response, next) => {
    const retryAfter = Number(response.getHeader('RateLimit-Reset'));
    next(new ServiceError('too_many_requests', message, { data: { retry_after: retryAfter } }));
  };
}
