import { expect, test } from '@jest/globals';
import type { FieldDefinition } from '@svc/contracts';
import { defineExtension } from '@svc/contracts/extension';
import { PostTypes } from '../post-types/post-types.ts';
import { derivedForm } from './derived-form.ts';

type Fields = Readonly<Record<string, FieldDefinition>>;

const sizes = (...options: string[]): FieldDefinition => ({
  name: 'Size',
  type: 'key_select',
  default: Object.fromEntries(options.map((label) => [label, { label }])),
});
const size = sizes('small', 'large');
const words: FieldDefinition = { name: 'Words', type: 'tags' };

function formOf(fields: Fields): string {
  const labels = { label_singular: 'Thing', label_plural: 'Things' };
  const extension = defineExtension({
    name: 'things',
    version: '1.0.0',
    postTypes: { things: { ...labels, fields } },
  });
  return derivedForm(PostTypes.declare([extension]).get('things'));
}

test.each<[string, Fields]>([
  ['a field comes', { size, words, age: { name: 'Age', type: 'number' } }],
  ['a field goes', { size }],
  ['a field is of another type', { size, words: { ...words, type: 'text' } }],
  ['a field becomes private', { size, words: { ...words, private: true } }],
  ['options are in another order', { size: sizes('large', 'small'), words }],
  ['an option comes', { size: sizes('small', 'large', 'huge'), words }],
])('what is derived of records is made again when %s', (_when, fields) => {
  expect(formOf(fields)).not.toBe(formOf({ size, words }));
});

test.each<[string, Fields]>([
  ['nothing changes', { size, words }],
  ['fields are in another order', { words, size }],
  ['it has another name', { size: { ...size, name: 'How large' }, words }],
])('what is derived of records stays when %s', (_when, fields) => {
  expect(formOf(fields)).toBe(formOf({ size, words }));
});
