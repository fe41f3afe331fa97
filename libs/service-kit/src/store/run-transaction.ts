import { mongo, type Connection } from 'mongoose';
import { ServiceError } from '@svc/contracts';
import type { Deadline } from '../bus/deadline.ts';
import type { Write } from './commit.ts';

/** Somebody else wrote one of the documents first: nothing was written, and the commit has to be made again. */
export class VersionConflict extends Error {}

/** The claim of this write exists: the same request was committed before. Nothing was written. */
export class RepeatedWrite extends Error {}

const duplicateKey = 11_000;
const writeConflict = 112;

/**
 * Writes all of it in one transaction, in one command.
 * @throws VersionConflict, RepeatedWrite; ServiceError `outcome_unknown` when the commit was sent and not confirmed,
 * `service_unavailable` when the database can not be reached.
 */
export async function runTransaction(
  connection: Connection,
  writes: readonly Write[],
  deadline: Deadline,
): Promise<void> {
  const client = connection.getClient();
  try {
    await client.withSession((session) =>
      session.withTransaction(
        async () => {
          const models = writes.map((write) => write.model);
          const result = await client.bulkWrite(models, { session, ordered: true, verboseResults: true });
          if (writes.some((write, index) => write.mustMatch && !hasMatched(result, index)))
            throw new VersionConflict();
        },
        { writeConcern: { w: 'majority' }, timeoutMS: Math.max(1, deadline.remaining) },
      ),
    );
  } catch (error) {
    throw translated(error);
  }
}

function hasMatched(result: mongo.ClientBulkWriteResult, index: number): boolean {
  const matched =
    result.updateResults?.get(index)?.matchedCount ?? result.deleteResults?.get(index)?.deletedCount;
  return (matched ?? 0) > 0;
}

function translated(error: unknown): unknown {
  if (isRepeat(error)) return new RepeatedWrite();
  if (isConflict(error)) return new VersionConflict();
  if (!(error instanceof mongo.MongoError)) return error;
  if (error instanceof mongo.MongoServerSelectionError) {
    return new ServiceError('service_unavailable', 'The database can not be reached; nothing was written.', {
      cause: error,
    });
  }
  const isUnconfirmed =
    error.hasErrorLabel('UnknownTransactionCommitResult') ||
    error instanceof mongo.MongoOperationTimeoutError ||
    error instanceof mongo.MongoNetworkError;
  if (!isUnconfirmed) return error;
  const message = 'The database did not confirm the change in time; it may or may not have been made.';
  return new ServiceError('outcome_unknown', message, { cause: error });
}

/** The claim is the first document of a commit, so its collision is found before any other. */
function isRepeat(error: unknown): boolean {
  if (!(error instanceof mongo.MongoClientBulkWriteError)) return false;
  return [...error.writeErrors.values()].some(
    ({ code, message }) => code === duplicateKey && message.includes('.idempotency index: _id_'),
  );
}

/** Another transaction holds one of the documents; the driver hides the server's word for it in the cause. */
function isConflict(error: unknown): boolean {
  if (!(error instanceof mongo.MongoError)) return false;
  if (error.hasErrorLabel('TransientTransactionError') || error.code === writeConflict) return true;
  return isConflict(error.cause);
}
