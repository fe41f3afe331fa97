import { recordsSearchCounts } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { ReadDeps } from '../../read/read-deps.ts';
import { readWithDeadline } from '../../store/read-with-deadline.ts';

/** The number of records by post type, types that are no longer declared included. */
export const searchCounts = defineHandler(
  recordsSearchCounts,
  async ({ deadline }, { records }: ReadDeps) => {
    const types = await readWithDeadline(deadline, (maxTimeMS) =>
      records.distinct('postType', {}, { maxTimeMS }),
    );
    const counts = types.map(async (type) => {
      const count = (maxTimeMS: number) => records.countDocuments({ postType: type }, { maxTimeMS });
      return [type, await readWithDeadline(deadline, count)] as const;
    });
    return { counts: Object.fromEntries(await Promise.all(counts)) };
  },
);
