import { randomUUID } from 'node:crypto';
import { recordsSearchDocuments, systemActor, type SearchDocument } from '@svc/contracts';
import { Deadline, type BusCaller } from '@svc/service-kit';

/** As many records are asked for at once: few enough that those of a megabyte fit into the time. */
const atOnce = 50;

/** Asks records for the current state of records; those that do not exist are left out. */
export async function fetchRecords(caller: BusCaller, ids: readonly number[]): Promise<SearchDocument[]> {
  const found: SearchDocument[] = [];
  for (let start = 0; start < ids.length; start += atOnce) {
    const { documents } = await caller.call(
      recordsSearchDocuments,
      { ids: ids.slice(start, start + atOnce) },
      { caller: systemActor('search'), requestId: `index-${randomUUID()}`, deadline: Deadline.after() },
    );
    found.push(...documents);
  }
  return found;
}
