import { msg } from '@svc/contracts';
import type { Field, FieldType } from '../../model/field.ts';
import { writtenByStorage } from './image.ts';
import { keyedDelta } from '../shared/keyed-delta.ts';
import { operandsOf } from '../shared/filter-operands.ts';
import type { ParsedFilter } from '../../model/filter.ts';
import { unsetFilter } from '../shared/membership-filter.ts';

/** A file as it is stored: the key under which an object storage keeps it, and what people read of it. */
export interface StoredFile {
  readonly key: string;
  readonly name: string;
  /** A media type, for example `application/pdf`. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Unix seconds. */
  readonly uploaded_at: number;
}

/** Files in an object storage. There is no reading them without a storage. Only the storage endpoints write them. */
export const fileUpload: FieldType<readonly StoredFile[], never> = {
  name: 'file_upload',
  readOnly: true,

  parse: (_input, field) => writtenByStorage(field),
  apply: (before) => before,

  read: () => undefined,
  filter: (operand, field) => fileFilter(operand, field),

  delta: (before, after) => keyedDelta(before, after, ({ key }) => key),
  activity: () => [],
  note: () => '',
};

/** `["*"]` has files, `[]` has none (facts of field filters). */
function fileFilter(operand: unknown, field: Field): ParsedFilter {
  const given = operandsOf(operand, field);
  const [only, ...others] = 'operands' in given ? given.operands : [operand];
  if (only === undefined) return { filter: unsetFilter };
  if (!Array.isArray(operand) || only !== '*' || others.length > 0)
    return { problem: msg`Invalid file_upload filter values for ${field.key}` };
  return {
    filter: { matchesUnset: false, resolve: ({ path }) => ({ condition: { [path]: { $ne: null } } }) },
  };
}
