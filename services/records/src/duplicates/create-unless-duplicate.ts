import type { OutputOf, recordsCreate } from '@svc/contracts';
import type { RecordsDeps } from '../deps.ts';
import { createRecord } from '../writing/create-record.ts';
import { prepareCreate, type CreateCall, type PreparedCreate } from '../writing/prepare-create.ts';
import { claimValues } from './claim-values.ts';
import type { DuplicateSearch } from './duplicate-search.ts';
import { DuplicatesChanged } from './duplicates-changed.ts';
import { findDuplicate } from './find-duplicate.ts';
import { updateDuplicate } from './update-duplicate.ts';

/**
 * Updates the record that a create would double, or creates it. Which of the two is decided again when a duplicate comes
 * or goes meanwhile; the hooks of a create run once all the same. What only gains is asked for in a create that would
 * hold without it: how a request is refused tells nothing of what there is.
 */
export async function createUnlessDuplicate(
  call: CreateCall,
  deps: RecordsDeps,
  search: DuplicateSearch,
): Promise<OutputOf<typeof recordsCreate>> {
  const prepare = () => prepareCreate(call, deps, search.postType);
  let prepared: PreparedCreate | undefined = search.gains ? await prepare() : undefined;
  for (;;) {
    call.deadline.check();
    const id = await findDuplicate(call, deps, search);
    try {
      if (id !== undefined) return await updateDuplicate(call, deps, { search, id });
      prepared ??= await prepare();
      return await createRecord(call, deps, prepared, async () => {
        const claims = await claimValues(call, deps, search);
        if ((await findDuplicate(call, deps, search)) !== undefined) throw new DuplicatesChanged();
        return claims;
      });
    } catch (error) {
      if (!(error instanceof DuplicatesChanged)) throw error;
    }
  }
}
