import { randomUUID } from 'node:crypto';
import {
  commentsSearchCounts,
  commentsSearchDocuments,
  recordsSearchCounts,
  recordsSearchDocuments,
  systemActor,
  type CommentDocument,
  type Operation,
  type SearchDocument,
} from '@svc/contracts';
import { Deadline, inBatches, type BusCaller, type Call } from '@svc/service-kit';

/** Documents requested by id at once: few enough that records of a megabyte are read in time. */
const batchSize = 50;

/** Documents per page: few enough that the garbage collector frees them as young objects. */
const pageSize = 1_000;

/** Calls operations that are reserved for services, within the deadline of a request. */
export type AskAsService = ReturnType<typeof askAsService>;

/** Calls in this service's own name. Callers may get the results only for records that they were found to see. */
export function askAsService(caller: BusCaller) {
  return <Input, Output>(
    operation: Operation<Input, Output>,
    input: Input,
    { requestId, deadline }: Pick<Call, 'requestId' | 'deadline'>,
  ): Promise<Output> => caller.call(operation, input, { caller: systemActor('search'), requestId, deadline });
}

/** Reads what is indexed from the services that own it. */
export class Sources {
  readonly #askNow: AskAsService;

  constructor(caller: BusCaller) {
    this.#askNow = askAsService(caller);
  }

  /** The current state of these records, without missing ones. */
  records(ids: readonly number[]): Promise<SearchDocument[]> {
    return inParts(ids, (part) => this.#ask(recordsSearchDocuments, { ids: part }));
  }

  /** The current state of these comments, without missing ones. */
  comments(ids: readonly number[]): Promise<CommentDocument[]> {
    return inParts(ids, (part) => this.#ask(commentsSearchDocuments, { ids: part }));
  }

  /** A page of records after an id. */
  async recordsAfter(after: number, limit = pageSize): Promise<readonly SearchDocument[]> {
    return (await this.#ask(recordsSearchDocuments, { after, limit })).documents;
  }

  /** A page of comments after an id. */
  async commentsAfter(after: number, limit = pageSize): Promise<readonly CommentDocument[]> {
    return (await this.#ask(commentsSearchDocuments, { after, limit })).documents;
  }

  /** The number of records by post type. */
  async recordCounts(): Promise<Record<string, number>> {
    return (await this.#ask(recordsSearchCounts, {})).counts;
  }

  /** The number of comments by the post type of their records. */
  async commentCounts(): Promise<Record<string, number>> {
    return (await this.#ask(commentsSearchCounts, {})).counts;
  }

  #ask<Input, Output>(operation: Operation<Input, Output>, input: Input): Promise<Output> {
    return this.#askNow(operation, input, {
      requestId: `index-${randomUUID()}`,
      deadline: Deadline.after(),
    });
  }
}

async function inParts<Document>(
  ids: readonly number[],
  read: (part: number[]) => Promise<{ documents: readonly Document[] }>,
): Promise<Document[]> {
  const found: Document[] = [];
  for (const part of inBatches(ids, batchSize)) found.push(...(await read(part)).documents);
  return found;
}
