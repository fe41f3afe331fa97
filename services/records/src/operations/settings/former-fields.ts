import { recordsFormerFields } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { formerFields as listFormerFields } from '../../former/former-fields.ts';
import type { ReadDeps } from '../../read/read-deps.ts';

/** The fields with values of a former type. */
export const formerFields = defineHandler(recordsFormerFields, async (call, deps: ReadDeps) => ({
  fields: await listFormerFields(deps, call.deadline),
}));
