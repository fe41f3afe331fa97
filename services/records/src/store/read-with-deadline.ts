import { mongo } from 'mongoose';
import { ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';

const maxTimeExpired = 50;

/**
 * Runs a query that may take the milliseconds until the deadline: nobody waits for its answer after that.
 * @throws ServiceError `service_unavailable` when the database cannot be reached or is too slow.
 */
export async function readWithDeadline<Result>(
  deadline: Call['deadline'],
  query: (maxTimeMS: number) => PromiseLike<Result>,
): Promise<Result> {
  try {
    return await query(Math.max(1, deadline.remaining));
  } catch (error) {
    throw isTooSlow(error) || isAway(error) ? unavailable(error) : error;
  }
}

/** Whether the database ended a query because it exceeded its time limit. */
export function isTooSlow(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === maxTimeExpired;
}

function isAway(error: unknown): boolean {
  return error instanceof mongo.MongoNetworkError || error instanceof mongo.MongoServerSelectionError;
}

function unavailable(cause: unknown): ServiceError {
  return new ServiceError(
    'service_unavailable',
    'The database of the records did not answer in time; try again shortly.',
    { cause },
  );
}

/** Milliseconds before the deadline that are left for making the answer. */
export const answerMilliseconds = 500;
