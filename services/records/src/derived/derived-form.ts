import { createHash } from 'node:crypto';
import type { Field } from '../model/field.ts';
import type { PostType } from '../model/post-type.ts';
import { storageOf } from '../model/stored-value.ts';

/** Grows with every change of what is made of the same values: keys to sort by, terms, folded texts, entries. */
const form = 1;

/** A fingerprint of all that decides what is derived of the records of a type: where it is another one, all is made again. */
export function derivedForm({ fields }: PostType): string {
  const parts = [...fields.values()].map(partOf).sort(([one], [other]) => (one < other ? -1 : 1));
  return createHash('sha256')
    .update(JSON.stringify([form, parts]))
    .digest('base64url');
}

/** Options are told in their order: lists sort by it. */
function partOf(field: Field): readonly [string, ...unknown[]] {
  return [field.key, field.type.name, storageOf(field), [...field.options.keys()]];
}
