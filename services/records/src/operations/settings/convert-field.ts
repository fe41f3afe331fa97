import { recordsConvertField } from '@svc/contracts';
import { defineHandler, noteAudit } from '@svc/service-kit';
import { convertField as convert } from '../../former/convert-field.ts';
import type { WritePorts } from '../../write/write-request.ts';

/** Converts the values of a field's former type in the next records. */
export const convertField = defineHandler(recordsConvertField, async (call, deps: WritePorts) => {
  const { post_type: postType, field, after, is_dry_run: isDryRun } = call.input;
  // Once for all calls of a conversion.
  if (!isDryRun && after === 0)
    await noteAudit(deps.store, call, { action: 'field.converted', subject: `fields/${postType}/${field}` });
  return convert(call, deps);
});
