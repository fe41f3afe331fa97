import { MeiliSearchApiError, MeiliSearchError, MeiliSearchRequestTimeOutError } from 'meilisearch';
import { mongo, MongooseError } from 'mongoose';
import { ServiceError } from '@svc/contracts';

/**
 * The cause of a job's failure:
 * - `engine`: the engine is unavailable, too slow or has a problem; every other job would have failed too.
 * - `unclear`: another service or the database did not answer, or something other than the engine answered; the job may
 *   have been too large.
 * - `entry`: the job's own content; it would fail every time.
 */
export type Fault = 'engine' | 'unclear' | 'entry';

/** Statuses for a wrong or too large request; others, such as 401, 404 and 429, concern the engine itself. */
const refusing = [400, 413];

export function classifyFailure(error: unknown): Fault {
  if (error instanceof MeiliSearchApiError)
    return refusing.includes(error.response.status) ? 'entry' : 'engine';
  if (error instanceof MeiliSearchError) return 'engine';
  // The engine always sends JSON: any other answer was an error page of a proxy.
  const unclear = [ServiceError, mongo.MongoError, MongooseError, SyntaxError];
  return unclear.some((kind) => error instanceof kind) ? 'unclear' : 'entry';
}

/** Whether the engine may still accept the request that failed, as after a pause of its process: the request was sent and got no answer in time. */
export function mayBeAcceptedLater(error: unknown): boolean {
  return error instanceof MeiliSearchRequestTimeOutError;
}
