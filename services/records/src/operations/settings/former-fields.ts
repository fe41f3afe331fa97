import { recordsFormerFields } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { formerFields as listFormerFields } from '../../former/former-fields.ts';
import type { WriteDeps } from '../../revision/write-deps.ts';

/** The fields with values of a former type. */
export const formerFields = defineHandler(recordsFormerFields, async (call, deps: WriteDeps) => ({
  fields: await listFormerFields(deps, call.deadline),
}));
