import { constants } from 'node:zlib';
import compression from 'compression';
import express, { type Express } from 'express';
import helmet from 'helmet';
import cors, { type CorsOptions } from 'cors';
import type { TranslatorFor } from '@svc/language';
import type { Logger } from '@svc/service-kit';
import type { GatewayMetrics } from './gateway-metrics.ts';
import { handleError } from './handle-error.ts';
import { observe } from './observe.ts';
import type { GatewayHandler, GatewayResponse } from './request-state.ts';
import { noRoute, type RouteDeps, routeEndpoints } from './route-endpoints.ts';
import type { UnnamedProxy } from './unnamed-proxy.ts';

interface AppDeps extends RouteDeps {
  readonly log: Logger;
  readonly metrics: GatewayMetrics;
  readonly translatorFor: TranslatorFor;
  readonly proxy: Pick<UnnamedProxy, 'watch'>;
}

/**
 * The path of every request, with its exits:
 *
 *     observe ─ helmet ─ cors ─ compress ─┬─ open endpoint ─────────────────────────┬─ limit ─ body ─ service ─ reply
 *                                         └─ credentials? ─ endpoint of a caller ───┘    │       │       │
 *                                                │401 403 503     │404                   │429    │400…   │503
 *                                                └────────────────┴──────────────────────┴───────┴───────┴─ handleError
 */
export function createApp(deps: AppDeps): Express {
  const { config, log, metrics } = deps;
  const app = express();
  app.disable('x-powered-by');
  app.set('case sensitive routing', true);
  app.set('query parser', false);
  app.set('trust proxy', config.TRUST_PROXY);
  app.use(observe({ log, metrics, timeoutMs: config.OPERATION_DEADLINE_MS }));
  app.use(deps.proxy.watch);
  app.use(helmet());
  if (config.CORS_ORIGINS.length > 0) app.use(allowOrigins(config.CORS_ORIGINS));
  app.use(compress);
  app.use(config.API_ROOT || '/', routeEndpoints(deps));
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

/** Lets web pages of these origins call the API. Credentials travel in the Authorization header, never in cookies. */
function allowOrigins(origins: readonly string[]): GatewayHandler {
  const options: CorsOptions = {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'POST', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'If-Match',
      'If-None-Match',
      'X-WP-Nonce',
      'Idempotency-Key',
      'X-Request-Id',
    ],
    exposedHeaders: ['X-Request-Id', 'Retry-After', 'Warning', 'ETag'],
    maxAge: 600,
  };
  // Only a browser's preflight names a method; any other OPTIONS request asks for the methods of a path.
  return cors(({ headers }, decide) => {
    decide(null, { ...options, preflightContinue: headers['access-control-request-method'] === undefined });
  }) as GatewayHandler;
}
