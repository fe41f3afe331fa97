import { createHash } from 'node:crypto';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import { storageOf } from '../model/stored-value.ts';

/** Increase it whenever the code derives other sort keys, terms, folded texts or entries from the same values. */
const form = 1;

/** A hash of everything that determines the data derived from records of a type. When it changes, that data is rebuilt. */
export function derivedForm({ fields }: PostType): string {
  const parts = [...fields.values()].map(partOf).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([form, parts]))
    .digest('base64url');
}

/** Options keep their order: lists sort by it. */
function partOf(field: Field): readonly [string, ...unknown[]] {
  return [field.key, field.type.name, storageOf(field), [...field.options.keys()]];
}
