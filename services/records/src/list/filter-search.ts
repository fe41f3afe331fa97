import { commentsFindRecords, ServiceError } from '@svc/contracts';
import type { Call } from '@svc/service-kit';
import { connectionSearch, type ConnectionSearch } from '../connections/connection-search.ts';
import type { RecordsDeps } from '../deps.ts';
import type { Condition } from '../fields/field-type.ts';
import { readInTime } from '../store/read-in-time.ts';

/** What filters ask of the database, and of other services, besides what records carry. */
export interface FilterSearch extends ConnectionSearch {
  /** Who `me` is; 0 for a caller who is no user. */
  readonly userId: number;
  /** These rows of the location grid and everything below them. */
  placesBelow(gridIds: readonly number[]): Promise<readonly number[]>;
  /** The records in which the caller keeps private values that meet a condition. */
  keptPrivately(condition: Condition): Promise<readonly number[]>;
  /** The records of which a comment contains a text. */
  commentedWith(text: string): Promise<readonly number[]>;
}

type SearchDeps = Pick<RecordsDeps, 'records' | 'edges' | 'locations' | 'privateValues'>;

/** Answers what the filters of a type ask; each question is a query. */
export function filterSearch(
  call: Pick<Call, 'actor' | 'deadline' | 'ask'>,
  deps: SearchDeps,
  postType: string,
): FilterSearch {
  const { userId } = call.actor;
  return {
    ...connectionSearch(call, deps),
    userId,
    async placesBelow(gridIds) {
      const found = await readInTime(call.deadline, (maxTimeMS) =>
        deps.locations
          .find({ lineage: { $in: [...gridIds] } }, { _id: 1 })
          .maxTimeMS(maxTimeMS)
          .lean<{ _id: number }[]>(),
      );
      return [...new Set([...gridIds, ...found.map(({ _id }) => _id)])];
    },
    async keptPrivately(condition) {
      if (userId === 0) return [];
      const found = await readInTime(call.deadline, (maxTimeMS) =>
        deps.privateValues
          .find({ $and: [{ userId, postType }, condition] }, { recordId: 1 })
          .maxTimeMS(maxTimeMS)
          .lean<{ recordId: number }[]>(),
      );
      return found.map(({ recordId }) => recordId);
    },
    async commentedWith(text) {
      const { record_ids: ids, has_more: hasMore } = await call.ask(commentsFindRecords, {
        post_type: postType,
        text,
      });
      if (hasMore) throw saysTooLittle();
      return ids;
    },
  };
}

function saysTooLittle(): ServiceError {
  return new ServiceError(
    'search_viewable_post',
    'This text is in the comments of too many records; look for a longer one.',
    { status: 400, data: { key: 'text' } },
  );
}
