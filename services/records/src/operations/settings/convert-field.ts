import { recordsConvertField } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { convertField as convert } from '../../former/convert-field.ts';
import type { WritePorts } from '../../write/write-request.ts';

/** Converts the values of a field's former type in the next records. */
export const convertField = defineHandler(recordsConvertField, (call, deps: WritePorts) =>
  convert(call, deps),
);
