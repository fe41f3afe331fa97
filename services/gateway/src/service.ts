import { randomUUID } from 'node:crypto';
import {
  recordsVisibleChanges,
  systemActor,
  usersActor,
  usersApiKeyActor,
  usersKeys,
  usersSiteLinkActor,
} from '@svc/contracts';
import { Deadline, within, type RunningService, type ServiceContext } from '@svc/service-kit';
import {
  actorsOfApiKeys,
  actorsOfSiteLinks,
  actorsOfUsers,
  keyOfUser,
  validateToken,
  type AuthDeps,
} from './auth/authenticate.ts';
import { JwtVerifier } from './auth/jwt-verifier.ts';
import { KeySet } from './auth/key-set.ts';
import { Tickets } from './auth/tickets.ts';
import { watchChanges } from './auth/watch-changes.ts';
import { ServiceCaller, type CallOrigin } from './bus/service-caller.ts';
import type { GatewayConfig } from './config.ts';
import { allEndpoints } from './endpoints/all-endpoints.ts';
import { apiIndex } from './endpoints/api-routes.ts';
import { createApp } from './http/create-app.ts';
import { deploymentStatus } from './http/deployment-status.ts';
import { GatewayMetrics } from './http/gateway-metrics.ts';
import { HttpServer, idleTimeout } from './http/http-server.ts';
import { uploadQueue } from './http/receive-files.ts';
import { UnnamedProxy } from './http/unnamed-proxy.ts';
import { LiveChanges } from './live/live-changes.ts';
import { OpenStreams } from './live/open-streams.ts';

export interface RunningGateway extends RunningService {
  readonly port: number;
  startDraining(): void;
}

/** Milliseconds by which a stop waits longer for requests under way than their deadline. */
const stopMargin = 1_000;

/** Milliseconds after which a stop ends long requests too: a process may take 24 seconds to stop. */
const longestStop = 20_000;

/** Milliseconds in which the bus must answer for `/health`. */
const busCheckMs = 1_000;

/** Composes the gateway's parts and listens for HTTP. */
export async function startGateway(context: ServiceContext, config: GatewayConfig): Promise<RunningGateway> {
  const { log } = context;
  const metrics = new GatewayMetrics(context.metrics.registry);
  const services = new ServiceCaller({
    caller: context.caller,
    log,
    onState: (target, state) => context.metrics.breakerState.set({ target }, state),
  });
  const auth = authDeps(services, config);
  const watches = watchChanges(context, auth);
  const proxy = new UnnamedProxy(config, log);
  const tickets = new Tickets(context.keyring);
  const live = liveChanges(context, { services, auth, metrics, config });
  const operations = deploymentStatus(context);
  const { NAMESPACE_PREFIXES: prefixes, PUBLIC_URL: url } = config;
  const index = apiIndex(allEndpoints, { prefixes, url });
  const app = createApp({
    config,
    log,
    metrics,
    services,
    uploads: uploadQueue(context),
    proxy,
    keyring: context.keyring,
    checkBus: async () => within(busCheckMs, context.bus.flush()),
    endpoints: allEndpoints,
    translatorFor: context.translatorFor,
    auth,
    tickets,
    live,
    streams: new OpenStreams({
      ofUser: config.EVENT_STREAMS_PER_USER,
      ofAddress: config.EVENT_STREAMS_PER_ADDRESS,
    }),
    answers: {
      validate_token: (authorization, origin) => validateToken(authorization, origin, auth),
      api_index: async () => index,
      operations: (_authorization, { actor }) => operations(actor),
      event_ticket: async (authorization) => tickets.issue(authorization ?? ''),
    },
  });
  const http = await HttpServer.listen(app, {
    port: config.GATEWAY_PORT,
    host: config.GATEWAY_HOST,
    idleMs: idleTimeout(config.WRITE_DEADLINE_MS),
  });
  if (config.DEBUG_MODE) log.warn('DEBUG_MODE accepts site links without HTTPS; unsafe with real data');
  log.info({ host: config.GATEWAY_HOST, port: http.port, apiRoot: config.API_ROOT }, 'listening');
  return {
    port: http.port,
    checks: [{ name: 'http', check: () => requireListening(http) }, proxy.check],
    status: () => ({
      public_url: url,
      traffic: metrics.traffic.minutes(),
      ...(config.DEBUG_MODE && {
        unsafe: { DEBUG_MODE: 'requests of site links are accepted without HTTPS' },
      }),
    }),
    startDraining() {
      http.startDraining();
      live.stop();
    },
    async stop() {
      live.stop();
      const silentMs = Math.max(config.READ_DEADLINE_MS, config.WRITE_DEADLINE_MS) + stopMargin;
      await http.stop({ silentMs, maxMs: Math.max(silentMs, longestStop) });
      for (const watch of watches) watch.unsubscribe();
      services.close();
    },
  };
}

interface LiveParts {
  readonly services: ServiceCaller;
  readonly auth: AuthDeps;
  readonly metrics: GatewayMetrics;
  readonly config: GatewayConfig;
}

/** Composes the event streams. Records is asked about many readers at once, in the gateway's own name. */
function liveChanges(context: ServiceContext, { services, auth, metrics, config }: LiveParts): LiveChanges {
  const caller = systemActor('gateway');
  return new LiveChanges({
    ...context,
    observer: metrics.liveObserver,
    forget(userId) {
      if (userId === undefined) return auth.siteLinks.forget();
      auth.users.forget(keyOfUser(userId));
      auth.apiKeys.forget();
    },
    ask: (input) => {
      const deadline = Deadline.after(config.READ_DEADLINE_MS);
      return services.call(recordsVisibleChanges, input, { caller, requestId: randomUUID(), deadline });
    },
  });
}

/** Composes the verification of credentials. Its calls to the users service are the gateway's own, not a caller's. */
function authDeps(services: ServiceCaller, config: GatewayConfig): AuthDeps {
  const caller = systemActor('gateway');
  const contextOf = ({ requestId, deadline, traceparent }: CallOrigin) => {
    return { caller, requestId, deadline, traceparent };
  };
  const keys = new KeySet(async () => {
    const deadline = Deadline.after(config.READ_DEADLINE_MS);
    return services.call(usersKeys, {}, { caller, requestId: 'keys-of-tokens', deadline });
  });
  return {
    jwts: new JwtVerifier({ key: keys.find, issuer: config.PUBLIC_URL }),
    users: actorsOfUsers(async ({ userId, tokenVersion, tokenId, issuedAt, sessionId }, origin) => {
      const token = { token_version: tokenVersion, token_id: tokenId, token_issued_at: issuedAt };
      const input = { user_id: userId, ...token, session_id: sessionId };
      return (await services.call(usersActor, input, contextOf(origin))).actor;
    }),
    apiKeys: actorsOfApiKeys(async (key, from) => {
      const input = { key, address: from.address };
      return (await services.call(usersApiKeyActor, input, contextOf(from))).actor;
    }),
    siteLinks: actorsOfSiteLinks(async (bearer, from) => {
      const input = { bearer, address: from.address };
      return (await services.call(usersSiteLinkActor, input, contextOf(from))).actor;
    }),
  };
}

function requireListening(http: HttpServer): void {
  if (!http.isListening) throw new Error('the HTTP server does not listen');
}
