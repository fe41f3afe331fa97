import type { FieldType } from './field-type.ts';
import { fileFilter } from './file-filter.ts';
import { writtenByStorage } from './image.ts';
import { keyedDelta } from './keyed-delta.ts';

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
