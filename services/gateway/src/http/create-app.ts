import { constants } from 'node:zlib';
import compression from 'compression';
import express, { type Express } from 'express';
import helmet from 'helmet';
import type { TranslatorFor } from '@svc/language';
import type { Logger } from '@svc/service-kit';
import { allowOrigins } from './allow-origins.ts';
import { answerOpenApi } from './answer-openapi.ts';
import type { GatewayMetrics } from './gateway-metrics.ts';
import { handleError } from './handle-error.ts';
import { observe } from './observe.ts';
import { answerAssets } from './pages/assets.ts';
import { answerConsole } from './pages/console.ts';
import { answerDocs } from './pages/docs.ts';
import { answerHealth } from './pages/health.ts';
import { answerHome } from './pages/home.ts';
import { answerAsyncApi, answerSchema, answerSchemas } from './pages/event-contract.ts';
import { answerJwks } from './pages/jwks.ts';
import { answerIcon } from './pages/page.ts';
import { answerPermalink } from './pages/permalink.ts';
import { answerReference } from './pages/reference.ts';
import { answerSignInCallback, answerSignInStart, answerSignOut } from './pages/sign-in.ts';
import type { GatewayHandler, GatewayResponse } from './request-state.ts';
import { limitRequests, noRoute, type RouteDeps, routeEndpoints } from './route-endpoints.ts';
import type { UnnamedProxy } from './unnamed-proxy.ts';

interface AppDeps extends Omit<RouteDeps, 'openApi'> {
  readonly log: Logger;
  readonly metrics: GatewayMetrics;
  readonly translatorFor: TranslatorFor;
  readonly proxy: Pick<UnnamedProxy, 'watch'>;
  readonly keyring: Parameters<typeof answerJwks>[0];
  /** @throws Error while this gateway cannot reach the services. */
  readonly checkBus: () => Promise<void>;
}

/**
 * The path of every request, with its exits:
 *
 *     observe ─ helmet ─ cors ─ compress ─┬─ page: /, /docs, /health, /.well-known
 *                         │403            ├─ open endpoint ─────────────────────────┬─ limit ─ body ─ service ─ reply
 *                         │               └─ credentials? ─ endpoint of a caller ───┘    │       │       │
 *                         │                      │401 403 503     │404                   │429    │400…   │503
 *                         └──────────────────────┴────────────────┴──────────────────────┴───────┴───────┴─ handleError
 */
export function createApp(deps: AppDeps): Express {
  const { config, log, metrics } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('case sensitive routing', true);
  app.set('query parser', false);
  app.set('trust proxy', config.TRUST_PROXY);
  app.use(observe({ log, metrics, timeoutMs: config.READ_DEADLINE_MS }));
  app.use(deps.proxy.watch);
  app.use(securityHeaders(config.PUBLIC_URL));
  app.use(allowOrigins(config.CORS_ORIGINS));
  app.use(compress);
  app.get('/', answerHome(config));
  app.get('/favicon.ico', answerIcon);
  app.get('/health', answerHealth(deps.checkBus));
  app.get('/.well-known/jwks.json', answerJwks(deps.keyring));
  app.get(/^\/console(\/|$)/, answerConsole(config));
  const limitLogins = limitRequests(config.LOGIN_REQUESTS_PER_MINUTE);
  app.get('/auth/oidc/start', limitLogins, answerSignInStart(deps));
  app.get('/auth/oidc/callback', limitLogins, answerSignInCallback(deps));
  app.get('/auth/oidc/logout', limitLogins, answerSignOut(deps));
  const openApi = answerOpenApi(deps);
  app.get('/openapi.json', openApi);
  app.get('/asyncapi.json', answerAsyncApi());
  app.get('/schemas/', answerSchemas());
  app.get(/^\/schemas\//, answerSchema());
  app.get(/^\/docs\/assets\//, answerAssets);
  app.get(/^\/docs\/api\/?$/, answerReference(config));
  app.get(/^\/docs(\/|$)/, answerDocs(config));
  app.get(/^\/\w+\/\d+\/?$/, answerPermalink(config));
  app.use(config.API_ROOT || '/', routeEndpoints({ ...deps, openApi }));
  app.use(noRoute);
  app.use(handleError(deps.translatorFor));
  return app;
}

/** Bytes from which answers are compressed: for smaller ones the gain is below the cost. */
const compressedFrom = 1_024;

/** The lowest levels: higher ones take several times as long and save a tenth more. */
const compress = compression({
  threshold: compressedFrom,
  level: constants.Z_BEST_SPEED,
  brotli: { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } },
  filter: (request, response) =>
    !(response as GatewayResponse).locals.state.hasSecret && compression.filter(request, response),
}) as unknown as GatewayHandler;

/** The headers of helmet. Browsers are told to insist on https only where clients reach the service by https. */
function securityHeaders(publicUrl: string): GatewayHandler {
  const isHttps = publicUrl.startsWith('https:');
  return helmet({
    strictTransportSecurity: isHttps,
    contentSecurityPolicy: { directives: { upgradeInsecureRequests: isHttps ? [] : null } },
  }) as GatewayHandler;
}
