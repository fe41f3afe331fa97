import { mongo, type Connection } from 'mongoose';
import { ServiceError } from '@svc/contracts';
import { databaseFailure } from '../database-failure.ts';
import { isDuplicateKey } from '../duplicate-key.ts';
import type { Deadline } from '../time/deadline.ts';
import { within } from '../time/within.ts';
import type { Write } from './commit.ts';
import { announceCall } from './driver-calls.ts';

/** Another write changed one of the documents first: nothing was written, and the commit has to be built again. */
export class VersionConflict extends Error {}

/** The database was unavailable for a moment before the commit: nothing was written, and a retry may succeed. */
export class Interrupted extends Error {}

/** The claim of this write exists, because the same request was committed before: nothing was written. */
export class RepeatedWrite extends Error {}

const writeConflict = 112;

/** The code when the database ends an operation of a transaction that is older than its limit. It has no label. */
const transactionExpired = 290;

/** The progress of a transaction. After the deadline it must not begin to commit. */
interface Progress {
  isCommitting: boolean;
  isOver: boolean;
}

/**
 * Writes a commit in one transaction, with one bulk command. The driver has no time limit for a database that does not answer, so this
 * function enforces the deadline.
 * @throws VersionConflict, Interrupted, RepeatedWrite; ServiceError `outcome_unknown` when the commit was sent and not confirmed,
 * `service_unavailable` when the database did not answer before that.
 */
export async function runTransaction(
  connection: Connection,
  writes: readonly Write[],
  deadline: Deadline,
): Promise<void> {
  const progress: Progress = { isCommitting: false, isOver: false };
  const client = connection.getClient();
  const work = client.withSession((session) =>
    transact(session, { connection, client, writes, deadline, progress }),
  );
  // After the deadline nobody awaits the work, so its failure must not be an unhandled rejection.
  work.catch(() => undefined);
  try {
    await within(deadline.remaining, work, () => noAnswer(progress));
  } catch (error) {
    throw translated(error, writes, progress);
  } finally {
    progress.isOver = true;
  }
}

async function transact(
  session: mongo.ClientSession,
  { connection, client, writes, deadline, progress }: Transaction,
): Promise<void> {
  session.startTransaction({ writeConcern: { w: 'majority' } });
  const models = writes.map((write) => write.model);
  try {
    const options = { session, ordered: true, verboseResults: true };
    const write = () => client.bulkWrite(models, options);
    const result = await announceCall(connection, { method: 'bulkWrite' }, write);
    checkMatches(writes, result);
  } catch (error) {
    // A conflict may cause another error first: an insert that follows from an outdated document collides with one of the faster writer.
    if (error instanceof mongo.MongoClientBulkWriteError && error.partialResult)
      checkMatches(writes.slice(0, firstFailed(error)), error.partialResult);
    throw error;
  }
  if (progress.isOver) return;
  progress.isCommitting = true;
  for (;;) {
    try {
      const commit = () => session.commitTransaction();
      return await announceCall(connection, { method: 'commitTransaction' }, commit);
    } catch (error) {
      // Another commit tells whether the transaction had ended: the answer is then a transient error.
      if (!(isUnconfirmed(error) || hasExpired(error)) || deadline.isOver) throw error;
    }
  }
}

interface Transaction {
  readonly connection: Connection;
  readonly client: mongo.MongoClient;
  readonly writes: readonly Write[];
  readonly deadline: Deadline;
  readonly progress: Progress;
}

/** @throws VersionConflict */
function checkMatches(writes: readonly Write[], result: mongo.ClientBulkWriteResult): void {
  if (writes.some((write, index) => write.mustMatch && !hasMatched(result, index)))
    throw new VersionConflict();
}

function firstFailed({ writeErrors }: mongo.MongoClientBulkWriteError): number {
  return Math.min(...writeErrors.keys());
}

function hasMatched(result: mongo.ClientBulkWriteResult, index: number): boolean {
  const matched =
    result.updateResults?.get(index)?.matchedCount ?? result.deleteResults?.get(index)?.deletedCount;
  return (matched ?? 0) > 0;
}

function noAnswer({ isCommitting }: Progress): ServiceError {
  if (isCommitting) return unknownOutcome(undefined);
  return new ServiceError('service_unavailable', 'The database did not answer in time; nothing was written.');
}

function unknownOutcome(cause: unknown): ServiceError {
  const message = 'The database did not confirm the change in time; the outcome is unknown.';
  return new ServiceError('outcome_unknown', message, { cause });
}

function translated(error: unknown, writes: readonly Write[], { isCommitting }: Progress): unknown {
  if (!(error instanceof mongo.MongoError)) return error;
  if (isRepeat(error, writes)) return new RepeatedWrite();
  if (hasCode(error, writeConflict)) return new VersionConflict();
  const isTransient = inChain(error, (each) => each.hasErrorLabel('TransientTransactionError'));
  if (isCommitting) return isTransient ? new Interrupted('', { cause: error }) : unknownOutcome(error);
  const isUnavailable = databaseFailure(error) !== undefined;
  return isTransient || isUnavailable || hasExpired(error) ? new Interrupted('', { cause: error }) : error;
}

/** Whether a claim caused the error: as the first document of a commit, it collides before any other. */
function isRepeat(error: unknown, writes: readonly Write[]): boolean {
  if (!(error instanceof mongo.MongoClientBulkWriteError)) return false;
  return [...error.writeErrors].some(([index, each]) => isDuplicateKey(each) && writes[index]?.isClaim);
}

function isUnconfirmed(error: unknown): boolean {
  return error instanceof mongo.MongoError && error.hasErrorLabel('UnknownTransactionCommitResult');
}

function hasExpired(error: unknown): boolean {
  return hasCode(error, transactionExpired);
}

function hasCode(error: unknown, code: number): boolean {
  return inChain(error, (each) => each.code === code);
}

/** Whether a condition holds for an error or one of its causes, among which the driver hides the error of the server. */
function inChain(error: unknown, holds: (error: mongo.MongoError) => boolean): boolean {
  return error instanceof mongo.MongoError && (holds(error) || inChain(error.cause, holds));
}
