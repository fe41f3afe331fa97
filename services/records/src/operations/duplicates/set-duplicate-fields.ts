import { recordsSetDuplicateFields, msg } from '@svc/contracts';
import { defineHandler, invalidParam, noteAudit } from '@svc/service-kit';
import type { DuplicateDeps } from '../../duplicates/duplicate-deps.ts';
import { possibleFields, presentDuplicateFields } from '../../duplicates/duplicate-fields.ts';

/**
 * Sets the fields by which records of a post type may be duplicates; a field that cannot make duplicates refuses the request. An empty list
 * restores the declared fields.
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
    const { fields: stored } = await deps.duplicateFields.stored(call.deadline);
    await noteAudit(deps.store, call, {
      action: 'duplicate_fields.changed',
      subject: `settings/duplicate_fields/${postType.key}`,
      before: stored[postType.key] ?? null,
      after: fields.length > 0 ? fields : null,
    });
    await deps.duplicateFields.change(change, call.deadline);
    return presentDuplicateFields(call, deps);
  },
);
