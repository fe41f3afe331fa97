import { MeiliSearchApiError, MeiliSearchError } from 'meilisearch';
import { mongo, MongooseError } from 'mongoose';
import { ServiceError } from '@svc/contracts';

/**
 * What has made a job fail:
 * - `engine`: the engine is away, too slow, or in trouble of its own. Any other job would have failed, too.
 * - `unclear`: somebody else could not answer, or what answered was not the engine; perhaps it was asked for too much at once.
 * - `entry`: it is about what the job holds, and will be the same at every try.
 */
export type Fault = 'engine' | 'unclear' | 'entry';

/** What the engine answers to a request it finds wrong or too large; all else, such as 401, 404 and 429, is about itself. */
const refusing = [400, 413];

/** Tells what has made a job fail. */
export function classifyFailure(error: unknown): Fault {
  if (error instanceof MeiliSearchApiError)
    return refusing.includes(error.response.status) ? 'entry' : 'engine';
  if (error instanceof MeiliSearchError) return 'engine';
  return isOfOthers(error) || isNoJson(error) ? 'unclear' : 'entry';
}

/** Of another service, or the database. */
function isOfOthers(error: unknown): boolean {
  return error instanceof ServiceError || error instanceof mongo.MongoError || error instanceof MongooseError;
}

/** The engine speaks JSON only: this is the page of a proxy before it. */
function isNoJson(error: unknown): boolean {
  return error instanceof SyntaxError;
}
