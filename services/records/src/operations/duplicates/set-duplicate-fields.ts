import { recordsSetDuplicateFields, msg } from '@svc/contracts';
import { defineHandler, invalidParam } from '@svc/service-kit';
import type { DuplicateDeps } from '../../duplicates/duplicate-deps.ts';
import { possibleFields, presentDuplicateFields } from '../../duplicates/present-duplicate-fields.ts';

/** Chooses by which fields records of a post type may be duplicates; with one that cannot make any nothing changes. */
export const setDuplicateFields = defineHandler(
  recordsSetDuplicateFields,
  async (call, deps: DuplicateDeps) => {
    const postType = deps.postTypes.get(call.input.post_type);
    const fields = [...new Set(call.input.fields)];
    const possible = possibleFields(postType);
    const wrong = fields.filter((key) => !possible.includes(key));
    if (wrong.length > 0)
      throw invalidParam({
        fields: msg`must be one of ${possible.join(', ')}; received ${wrong.join(', ')}`,
      });
    await deps.duplicateFields.set(postType.key, fields, call.deadline);
    return presentDuplicateFields(call, deps);
  },
);
