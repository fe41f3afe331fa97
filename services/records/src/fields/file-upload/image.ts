import { msg } from '@svc/contracts';
import { problem, type Field, type FieldType, type Parsed } from '../../model/field.ts';

/**
 * A picture, stored as the key under which an object storage keeps it. There is no reading it without a storage. Only the
 * storage endpoints write it.
 */
export const image: FieldType<string, never> = {
  name: 'image',
  readOnly: true,

  parse: (_input, field) => writtenByStorage(field),
  apply: (before) => before,

  read: () => undefined,

  delta: (before, after) => ({ before: before ?? null, after: after ?? null }),
  activity: () => [],
  note: () => '',
};

/** The refusal of a write to a field that only the storage endpoints write. */
export function writtenByStorage(field: Field): Parsed<never> {
  return problem(
    msg`${field.type.name} value cannot be written directly, only through the storage endpoints: ${field.key}`,
  );
}
