import cors, { type CorsOptions } from 'cors';
import { msg, ServiceError } from '@svc/contracts';
import type { GatewayHandler } from './request-state.ts';

const options: CorsOptions = {
  methods: ['GET', 'POST', 'PATCH', 'DELETE'],
  allowedHeaders: [
    'Authorization',
    'Content-Type',
    'If-Match',
    'If-None-Match',
    'X-WP-Nonce',
    'Idempotency-Key',
    'X-Request-Id',
  ],
  exposedHeaders: [
    'X-Request-Id',
    'Retry-After',
    'RateLimit-Limit',
    'RateLimit-Policy',
    'RateLimit-Remaining',
    'RateLimit-Reset',
    'WWW-Authenticate',
    'Allow',
    'Warning',
    'ETag',
  ],
  maxAge: 600,
};

/**
 * Lets web pages of these origins call the API; `*` is any origin, `loopback` any of this machine. Credentials travel in the Authorization
 * header, never in cookies. The preflight of another origin is refused with `cors_origin_not_allowed`; its other requests are answered
 * without the headers that a browser needs to show the answer to the page.
 */
export function allowOrigins(origins: readonly string[]): GatewayHandler {
  const isForAll = origins.includes('*');
  const allow = cors(({ headers }, decide) => {
    // Only a preflight names a method; any other OPTIONS request asks for the methods of a path.
    const preflightContinue = headers['access-control-request-method'] === undefined;
    decide(null, { ...options, origin: isForAll ? '*' : true, preflightContinue });
  }) as GatewayHandler;
  return (request, response, next) => {
    const { origin } = request.headers;
    if (!isForAll) response.vary('Origin');
    if (origin === undefined || isForAll || isAllowed(origin, origins)) return allow(request, response, next);
    if (request.method === 'OPTIONS' && request.headers['access-control-request-method'] !== undefined)
      throw notAllowed(origin);
    next();
  };
}

function isAllowed(origin: string, origins: readonly string[]): boolean {
  return origins.includes(origin) || (origins.includes('loopback') && isLoopback(origin));
}

/** Browsers resolve localhost and names below it to the machine itself. */
function isLoopback(origin: string): boolean {
  return /^https?:\/\/(?:localhost|[\w-]{1,63}\.localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/.test(origin);
}

const maxShownOrigin = 100;

function notAllowed(origin: string): ServiceError {
  return new ServiceError(
    'cors_origin_not_allowed',
    msg`Web pages of ${origin.slice(0, maxShownOrigin)} may not call this API. To allow them, add their origin to the gateway's setting CORS_ORIGINS.`,
  );
}
