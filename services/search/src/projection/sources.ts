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
import { Deadline, type BusCaller } from '@svc/service-kit';

/** As many are asked for by id at once: few enough that records of a megabyte fit into the time. */
const batchSize = 50;

/** A page of a walk has as many documents at most: what is made of them is gone before it is old, for the garbage collector. */
const pageSize = 1_000;

/** What is indexed, as the services that own it tell it. */
export class Sources {
  readonly #caller: BusCaller;

  constructor(caller: BusCaller) {
    this.#caller = caller;
  }

  /** The current state of those of these records that exist. */
  async records(ids: readonly number[]): Promise<SearchDocument[]> {
    const found: SearchDocument[] = [];
    for (const part of inParts(ids))
      found.push(...(await this.#ask(recordsSearchDocuments, { ids: part })).documents);
    return found;
  }

  /** The current state of those of these comments that exist. */
  async comments(ids: readonly number[]): Promise<CommentDocument[]> {
    const found: CommentDocument[] = [];
    for (const part of inParts(ids))
      found.push(...(await this.#ask(commentsSearchDocuments, { ids: part })).documents);
    return found;
  }

  /** The next records after an id. */
  async recordsAfter(after: number, limit = pageSize): Promise<readonly SearchDocument[]> {
    return (await this.#ask(recordsSearchDocuments, { after, limit })).documents;
  }

  /** The next comments after an id. */
  async commentsAfter(after: number, limit = pageSize): Promise<readonly CommentDocument[]> {
    return (await this.#ask(commentsSearchDocuments, { after, limit })).documents;
  }

  /** How many records there are, by post type. */
  async recordCounts(): Promise<Record<string, number>> {
    return (await this.#ask(recordsSearchCounts, {})).counts;
  }

  /** How many comments there are, by the post type of their records. */
  async commentCounts(): Promise<Record<string, number>> {
    return (await this.#ask(commentsSearchCounts, {})).counts;
  }

  #ask<Input, Output>(operation: Operation<Input, Output>, input: Input): Promise<Output> {
    const requestId = `index-${randomUUID()}`;
    const deadline = Deadline.after();
    return this.#caller.call(operation, input, { caller: systemActor('search'), requestId, deadline });
  }
}

function inParts(ids: readonly number[]): number[][] {
  const parts = Math.ceil(ids.length / batchSize);
  return Array.from({ length: parts }, (_unused, part) =>
    ids.slice(part * batchSize, (part + 1) * batchSize),
  );
}
