import type { FieldBuckets } from '../../model/field.ts';

/** Buckets of texts, which are read as they are. */
export const textBuckets: FieldBuckets<string> = {
  show: (value) => ({ value, label: value }),
};
