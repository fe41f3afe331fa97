import { mongo } from 'mongoose';

/** Whether the database refused a document, or one of a bulk write, because another document has its id or one of its unique values. */
export function isDuplicateKey(error: unknown): boolean {
  if (error instanceof mongo.MongoClientBulkWriteError)
    return [...error.writeErrors.values()].some(isDuplicateKey);
  return typeof error === 'object' && error !== null && 'code' in error && error.code === 11_000;
}
