import cors, { type CorsOptions } from 'cors';
import type { GatewayHandler } from './request-state.ts';

/** Lets web pages of these origins call the API. Credentials travel in the Authorization header, never in cookies. */
export function allowOrigins(origins: readonly string[]): GatewayHandler {
  const options: CorsOptions = {
    origin: origins.includes('*') ? '*' : [...origins],
    methods: ['GET', 'POST', 'DELETE'],
    allowedHeaders: [
      'Authorization',
      'Content-Type',
      'If-None-Match',
      'X-WP-Nonce',
      'Idempotency-Key',
      'X-Request-Id',
    ],
    exposedHeaders: ['X-Request-Id', 'Retry-After', 'Warning', 'ETag'],
    maxAge: 600,
  };
  // Only a browser's preflight names a method; any other OPTIONS asks what there is.
  return cors(({ headers }, decide) => {
    decide(null, { ...options, preflightContinue: headers['access-control-request-method'] === undefined });
  }) as GatewayHandler;
}
