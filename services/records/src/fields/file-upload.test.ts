import { expect, test } from '@jest/globals';
import { fileUpload } from './file-upload.ts';
import { FieldUnderTest } from './testing/field-under-test.ts';

const { field } = new FieldUnderTest('file_upload');

test.each([
  ['any file', ['*'], { condition: { 'fields.f': { $ne: null } } }],
  ['no file', [], { condition: { 'fields.f': null } }],
  ['a name', ['a.pdf'], { problem: 'Invalid file_upload filter values for f' }],
  ['a text', '*', { problem: 'Invalid file_upload filter values for f' }],
  ['a condition', { $ne: null }, { problem: 'Invalid file_upload filter values for f' }],
])('finds records by files: %s', (_what, operand, parsed) => {
  expect(fileUpload.filter?.(operand, field, 'fields.f')).toEqual(parsed);
});
