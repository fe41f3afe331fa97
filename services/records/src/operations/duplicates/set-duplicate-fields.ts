import { recordsSetDuplicateFields, msg } from '@svc/contracts';
import { defineHandler, invalidParam } from '@svc/service-kit';
import type { DuplicateDeps } from '../../duplicates/duplicate-deps.ts';
import { possibleFields, presentDuplicateFields } from '../../duplicates/duplicate-fields.ts';

/**
 * Chooses by which fields records of a post type may be duplicates; with one that cannot make any nothing changes. Without any, it is as the
 * type declares it.
 */
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
    const path = `fields.${postType.key}`;
    const change = fields.length > 0 ? { $set: { [path]: fields } } : { $unset: { [path]: 1 } };
    await deps.duplicateFields.change(change, call.deadline);
    return presentDuplicateFields(call, deps);
  },
);
