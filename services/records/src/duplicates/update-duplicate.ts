import type { OutputOf, recordsUpdate } from '@svc/contracts';
import type { RecordsDeps } from '../deps.ts';
import type { RecordDocument } from '../store/record-document.ts';
import type { CreateCall } from '../writing/prepare-create.ts';
import type { ExtraComment } from '../writing/take-extras.ts';
import { updateRecord } from '../writing/update-record.ts';
import type { DuplicateSearch } from './duplicate-search.ts';
import { DuplicatesChanged } from './duplicates-changed.ts';
import { loadDuplicate } from './find-duplicate.ts';

const remark = 'This record was automatically updated rather than creating a new record.';

/**
 * Writes the request of a create to the record that it would double, except the name (facts of check_for_duplicates). A comment
 * says so; whom the record is assigned to is mentioned in it.
 * @throws DuplicatesChanged when it is no duplicate any more.
 */
export async function updateDuplicate(
  call: CreateCall,
  deps: RecordsDeps,
  { search, id }: { search: DuplicateSearch; id: number },
): Promise<OutputOf<typeof recordsUpdate>> {
  const { name: _name, title: _title, ID: _id, ...fields } = call.input.fields;
  return updateRecord(call, deps, {
    ...{ postType: search.postType, id, fields, code: 'create_post' },
    keepExisting: call.input.do_not_overwrite ?? false,
    gains: search.gains,
    async load() {
      const record = await loadDuplicate(call, deps, search, id);
      if (record) return record;
      throw new DuplicatesChanged();
    },
    remark: (after) => remarkFor(call, deps, after),
  });
}

async function remarkFor(call: CreateCall, deps: RecordsDeps, record: RecordDocument): Promise<ExtraComment> {
  const assignee = record.fields['assigned_to'];
  const mention = { text: remark, isNote: false, secondsEarlier: 1 };
  if (call.input.silent || typeof assignee !== 'number') return mention;
  const person = (await deps.people.names(call, [assignee])).get(assignee);
  return person ? { ...mention, text: `@[${person.displayName}](${assignee}) ${remark}` } : mention;
}
