import { mongo, type Connection } from 'mongoose';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
import { beginSpan, type Span } from '../tracing/span.ts';
import { callEnded, callStarted, type DriverCall, type EndedCall } from './driver-calls.ts';

type Metrics = Pick<ServiceMetrics, 'mongodbDuration'>;

interface Labels {
  readonly command: string;
  readonly collection: string;
}

/** The command that the driver sends for a method of a collection, where their names differ. */
const commands: Readonly<Record<string, string>> = {
  countDocuments: 'aggregate',
  createIndex: 'createIndexes',
  deleteMany: 'delete',
  deleteOne: 'delete',
  dropIndex: 'dropIndexes',
  estimatedDocumentCount: 'count',
  findOne: 'find',
  findOneAndDelete: 'findAndModify',
  findOneAndReplace: 'findAndModify',
  findOneAndUpdate: 'findAndModify',
  insertMany: 'insert',
  insertOne: 'insert',
  replaceOne: 'update',
  updateMany: 'update',
  updateOne: 'update',
};

/** The methods that return without sending a command. Cursors send theirs when they are read; a change stream waits for changes. */
const withoutCommand: ReadonlySet<string> = new Set([
  'aggregate',
  'find',
  'initializeOrderedBulkOp',
  'initializeUnorderedBulkOp',
  'listIndexes',
  'watch',
]);

type Cursor = mongo.AbstractCursor<unknown>;

/**
 * Measures the commands of a connection by the events with which mongoose announces each call to a collection of the driver. The driver's own
 * command monitoring decodes each answer a second time for its listeners (70 % more processor time for a list of a hundred documents).
 */
export function timeCommands(connection: Connection, metrics: Metrics): void {
  const running = new WeakMap<object, (error?: unknown) => void>();
  connection.on(callStarted, (call: DriverCall) => {
    if (!withoutCommand.has(call.method)) running.set(call._id, begin(labelsOf(call), metrics));
  });
  connection.on(callEnded, (call: EndedCall) => {
    running.get(call._id)?.(call.error);
    if (call.result instanceof mongo.AbstractCursor)
      timeBatches(call.result as Cursor, labelsOf(call), metrics);
  });
}

/**
 * Measures the commands of a cursor: the one that opens it, and one for each further batch. All ways to read a cursor use `next`, which sends
 * a command when no document is left in the buffer.
 */
function timeBatches(cursor: Cursor, labels: Labels, metrics: Metrics): void {
  const next = cursor.next.bind(cursor);
  let isOpen = false;
  cursor.next = async () => {
    // The server has closed the cursor with its last batch: the driver answers without it.
    if (cursor.bufferedCount() > 0 || (isOpen && !hasMore(cursor))) return next();
    const end = begin(isOpen ? { ...labels, command: 'getMore' } : labels, metrics);
    isOpen = true;
    try {
      const document = await next();
      end();
      return document;
    } catch (error) {
      end(error);
      throw error;
    }
  };
}

/** Whether the server has further documents of an open cursor. */
function hasMore({ id }: mongo.AbstractCursor): boolean {
  return id !== undefined && !id.isZero();
}

/** Begins a measurement, and returns the function that ends it. */
function begin(labels: Labels, { mongodbDuration }: Metrics): (error?: unknown) => void {
  const startedAt = performance.now();
  const endSpan = beginSpan(() => commandSpan(labels));
  return (error) => {
    const outcome = error === undefined ? 'ok' : 'failed';
    mongodbDuration.observe({ ...labels, outcome }, (performance.now() - startedAt) / 1000);
    endSpan(error);
  };
}

/** The span of a command, without the command itself, which contains what users wrote. */
function commandSpan({ command, collection }: Labels): Span {
  return {
    name: `${command} ${collection}`.trimEnd(),
    kind: 'client',
    traceparent: undefined,
    attributes: {
      'db.system.name': 'mongodb',
      'db.operation.name': command,
      ...(collection && { 'db.collection.name': collection }),
    },
  };
}

/** Returns the names of command and collection, which come from this program, never from a request. */
function labelsOf({ method, collectionName }: DriverCall): Labels {
  return { command: commands[method] ?? method, collection: collectionName };
}
