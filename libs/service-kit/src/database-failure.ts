import { ServiceError, type OperationKind } from '@svc/contracts';

/**
 * Why the state of the database made a command fail:
 * - `unavailable`: no member of the replica set accepts the command; it had no effect.
 * - `interrupted`: the connection, the primary or its confirmation was lost; a write may have had its effect.
 * - `too slow`: the database ended the command at its time limit.
 */
export type DatabaseFailure = 'unavailable' | 'interrupted' | 'too slow';

/** The codes of a server that is not, or not yet, the primary. */
const notPrimary = [10_058, 10_107, 13_435, 13_436];

/** The codes of a primary that steps down or shuts down during a command. */
const endedByServer = [91, 189, 11_600, 11_602];

const maxTimeExpired = 50;

/**
 * Classifies an error of the driver, also one wrapped in others; undefined for an error that has another reason, such as a duplicate key.
 * Errors are recognised by their names, because the gateway runs this code and does not load the driver.
 */
export function databaseFailure(error: unknown): DatabaseFailure | undefined {
  if (!(error instanceof Error && error.name.startsWith('Mongo'))) return undefined;
  return ownFailure(error) ?? databaseFailure(error.cause) ?? failureOfBulk(error);
}

/** A bulk write keeps the error that ended it as the response of the server. Commands before the one that failed may have had their effect. */
function failureOfBulk(error: Error & { readonly errorResponse?: unknown }): DatabaseFailure | undefined {
  const failure = databaseFailure(error.errorResponse);
  return failure === 'unavailable' ? 'interrupted' : failure;
}

/** The error for the caller of an operation that a failure of the database ended; undefined when the error has another reason. */
export function databaseRefusal(error: unknown, kind: OperationKind): ServiceError | undefined {
  const failure = databaseFailure(error);
  if (failure === undefined) return undefined;
  if (kind !== 'write') {
    const message = 'The database did not answer in time; try again shortly.';
    return new ServiceError('service_unavailable', message, { cause: error });
  }
  if (failure === 'interrupted') {
    const message = 'The database did not confirm the change in time; the outcome is unknown.';
    return new ServiceError('outcome_unknown', message, { cause: error });
  }
  const message = 'The database is not available; nothing was written.';
  return new ServiceError('service_unavailable', message, { cause: error });
}

/** Whether the database ended a command because it exceeded its time limit. */
export function isTooSlow(error: unknown): boolean {
  return databaseFailure(error) === 'too slow';
}

function ownFailure({ name, code }: Error & { readonly code?: unknown }): DatabaseFailure | undefined {
  if (/^(?:Mongo|Mongoose)ServerSelectionError$/.test(name)) return 'unavailable';
  if (name === 'MongoWriteConcernError' || /Network|PoolCleared/.test(name)) return 'interrupted';
  const number = Number(code);
  if (number === maxTimeExpired) return 'too slow';
  if (endedByServer.includes(number)) return 'interrupted';
  return notPrimary.includes(number) ? 'unavailable' : undefined;
}
