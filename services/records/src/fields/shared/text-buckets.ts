import type { FieldBuckets } from '../../model/field.ts';

/** Buckets of texts, with the text itself as label. */
export const textBuckets: FieldBuckets<string> = {
  show: (value) => ({ value, label: value }),
};
