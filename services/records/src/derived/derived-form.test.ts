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
  ['a field is added', { size, words, age: { name: 'Age', type: 'number' } }],
  ['a field is removed', { size }],
  ['a field changes its type', { size, words: { ...words, type: 'text' } }],
  ['a field becomes private', { size, words: { ...words, private: true } }],
  ['the order of options changes', { size: sizes('large', 'small'), words }],
  ['an option is added', { size: sizes('small', 'large', 'huge'), words }],
])('derived values are recomputed when %s', (_when, fields) => {
  expect(formOf(fields)).not.toBe(formOf({ size, words }));
});

test.each<[string, Fields]>([
  ['nothing changes', { size, words }],
  ['the order of fields changes', { words, size }],
  ['the name of a field changes', { size: { ...size, name: 'How large' }, words }],
])('derived values are kept when %s', (_when, fields) => {
  expect(formOf(fields)).toBe(formOf({ size, words }));
});
