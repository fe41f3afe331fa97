import { rateLimit } from 'express-rate-limit';
import { ServiceError } from '@svc/contracts';
import type { GatewayHandler } from './request-state.ts';

const minute = 60_000;

/**
 * Limits the requests from one address to this process. For logins it is the second line against guessing: failed
 * attempts per account and address are counted by the users service.
 */
export function limitRequests(perMinute: number): GatewayHandler {
  return rateLimit({
    windowMs: minute,
    limit: perMinute,
    standardHeaders: false,
    legacyHeaders: false,
    // Its checks are about settings that config.ts checks, and they print to the console.
    validate: false,
    handler: (_request, _response, next) => next(tooMany()),
  }) as unknown as GatewayHandler;
}

function tooMany(): ServiceError {
  return new ServiceError('too_many_requests', 'Too many requests from this address; wait a minute.', {
    data: { retry_after: minute / 1000 },
  });
}
