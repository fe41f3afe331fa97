import type { OutputOf, recordsCreate, recordsUpdate } from '@svc/contracts';
import type { DuplicateDeps } from './duplicate-deps.ts';
import { createRecord, type CreateCall, prepareCreate, type PreparedCreate } from '../write/create-record.ts';
import { claimValues } from './claim-values.ts';
import { findDuplicate, loadDuplicate, type DuplicateSearch } from './duplicate-search.ts';
import type { RecordDocument } from '../model/record.ts';
import type { ExtraComment } from '../write/extract-extras.ts';
import type { ParsedWrite } from '../write/parsed-write.ts';
import { withoutDecidingAccess } from '../write/access-fields.ts';
import { updateRecord } from '../write/update-record.ts';

/**
 * Updates the record that a create would duplicate, or creates it. The choice is made again when a duplicate appears or
 * disappears meanwhile; the hooks of a create run only once. For a caller who may only add missing values (`gains`), the
 * create is always prepared first, so that a refusal does not reveal whether a duplicate exists.
 */
export async function createUnlessDuplicate(
  call: CreateCall,
  deps: DuplicateDeps,
  { search, parsed }: { search: DuplicateSearch; parsed: ParsedWrite },
): Promise<OutputOf<typeof recordsCreate>> {
  const prepare = () => prepareCreate(call, deps, parsed);
  let prepared: PreparedCreate | undefined = search.gains ? await prepare() : undefined;
  for (;;) {
    call.deadline.check();
    const id = await findDuplicate(call, deps, search);
    try {
      if (id !== undefined) return await updateDuplicate(call, deps, { search, parsed, id });
      prepared ??= await prepare();
      return await createRecord(call, deps, prepared, async (creation) => {
        const claims = await claimValues(call, deps, search);
        if ((await findDuplicate(call, deps, search)) !== undefined) throw new DuplicatesChanged();
        const { commit, record } = await creation();
        return { ...commit, writes: [...claims(record), ...commit.writes] };
      });
    } catch (error) {
      if (!(error instanceof DuplicatesChanged)) throw error;
    }
  }
}

const remark = 'This record was automatically updated rather than creating a new record.';

/**
 * Writes the fields of a create, except the name, to its duplicate (docs/guides/duplicates.md#a-create-that-looks-for-duplicates). Adds a
 * comment about it that mentions the assignee.
 * @throws DuplicatesChanged when the record is no longer a duplicate.
 */
async function updateDuplicate(
  call: CreateCall,
  deps: DuplicateDeps,
  { search, parsed, id }: { search: DuplicateSearch; parsed: ParsedWrite; id: number },
): Promise<OutputOf<typeof recordsUpdate>> {
  const { name: _name, title: _title, ID: _id, ...fields } = call.input.fields;
  const { postType, gains } = search;
  return updateRecord(call, deps, {
    postType,
    id,
    parsed,
    fields: gains ? fields : withoutDecidingAccess(call.actor, postType, fields),
    code: 'create_post',
    keepExisting: call.input.do_not_overwrite ?? false,
    gains,
    async load() {
      const record = await loadDuplicate(call, deps, search, id);
      if (record) return record;
      throw new DuplicatesChanged();
    },
    remark: (after) => remarkFor(call, deps, after),
  });
}

async function remarkFor(
  call: CreateCall,
  deps: DuplicateDeps,
  record: RecordDocument,
): Promise<ExtraComment> {
  const assignee = record.fields['assigned_to'];
  const mention = { text: remark, isNote: false, secondsEarlier: 1 };
  if (call.input.silent || typeof assignee !== 'number') return mention;
  const person = (await deps.people.names(call, [assignee])).get(assignee);
  return person ? { ...mention, text: `@[${person.displayName}](${assignee}) ${remark}` } : mention;
}

/** A duplicate has appeared or disappeared since the search, which has to be repeated. Nothing was written. */
class DuplicatesChanged extends Error {}
