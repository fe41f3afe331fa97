import { mongo, type PipelineStage } from 'mongoose';
import { ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { grantFilter } from '../access/grant.ts';
import { grantsOf } from '../access/grants-of.ts';
import { connectionSearch, type ConnectionSearch } from '../connections/connection-search.ts';
import type { RecordsDeps } from '../deps.ts';
import type { Condition, LateCondition } from '../fields/field-type.ts';
import type { PostType } from '../post-types/post-type.ts';
import { isTooSlow, readInTime } from '../store/read-in-time.ts';
import type { ListedRecord } from '../store/record-document.ts';
import { pageStages } from './page-stages.ts';
import type { ParsedListQuery } from './parse-list-query.ts';

/** A page of stored records and how many there are in all. */
export interface FoundPage {
  readonly records: readonly ListedRecord[];
  readonly total: number;
}

/** Kept back from the deadline for making the answer. */
const answerMilliseconds = 500;

/**
 * Runs a list query. Who may see what is part of the query, for the page and for the total.
 * @throws ServiceError `search_viewable_post` when it would take longer than the caller waits.
 */
export async function findPage(
  call: Call,
  deps: Pick<RecordsDeps, 'records' | 'edges'>,
  postType: PostType,
  query: ParsedListQuery,
): Promise<FoundPage> {
  const grants = grantFilter(grantsOf(call.actor, 'list', postType.key));
  const search = connectionSearch(call, deps);
  const conditions = await Promise.all(query.conditions.map((condition) => resolved(condition, search)));
  const filter = { $and: [{ postType: postType.key }, grants, ...conditions] };
  const stages = [{ $match: filter }, ...pageStages(query, postType)];
  const mayListAll = Object.keys(grants).length === 0;
  const known = mayListAll ? await knownTotal(query, search) : undefined;
  return readInTime(call.deadline, async (remaining) => {
    const maxTimeMS = Math.max(1, remaining - answerMilliseconds);
    try {
      const [records, total] = await Promise.all([
        query.limit === 0 ? [] : readPage(deps, stages, maxTimeMS),
        known ?? deps.records.countDocuments(filter).maxTimeMS(maxTimeMS),
      ]);
      return { records, total };
    } catch (error) {
      throw isTooSlow(error) ? tooSlow(error) : error;
    }
  });
}

async function resolved(condition: Condition | LateCondition, search: ConnectionSearch): Promise<Condition> {
  return isLate(condition) ? condition.resolve(search) : condition;
}

function isLate(condition: Condition | LateCondition): condition is LateCondition {
  return typeof condition['resolve'] === 'function';
}

/** The members of a large group are counted where they are connected, not one by one. */
async function knownTotal(query: ParsedListQuery, search: ConnectionSearch): Promise<number | undefined> {
  const [condition, ...others] = query.conditions;
  if (!condition || others.length > 0 || !isLate(condition) || !condition.connectedWith) return undefined;
  const { end, id } = condition.connectedWith;
  return search.countConnected(end, id);
}

/** As much as one process should hold of a page; a hundred times what a page of usual records is. */
const largestPage = 32 * 1024 * 1024;

async function readPage(
  deps: Pick<RecordsDeps, 'records'>,
  stages: PipelineStage[],
  maxTimeMS: number,
): Promise<ListedRecord[]> {
  const records: ListedRecord[] = [];
  let bytes = 0;
  const cursor = deps.records.aggregate(stages).option({ maxTimeMS }).cursor<ListedRecord>();
  for await (const record of cursor as AsyncIterable<ListedRecord>) {
    bytes += mongo.BSON.calculateObjectSize(record);
    if (bytes > largestPage) throw tooLarge();
    records.push(record);
  }
  return records;
}

function tooSlow(cause: unknown): ServiceError {
  return new ServiceError(
    'search_viewable_post',
    'This list takes too long to put together; narrow it down with a filter, or sort by another field.',
    { status: 503, cause },
  );
}

function tooLarge(): ServiceError {
  return new ServiceError(
    'search_viewable_post',
    'This page would be too large; ask for fewer records with limit, or fewer fields with fields_to_return.',
    { status: 400 },
  );
}
