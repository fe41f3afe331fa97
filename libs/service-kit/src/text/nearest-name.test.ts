import { expect, test } from '@jest/globals';
import { didYouMean, misspeltName, nearestName } from './nearest-name.ts';

const hooks = ['svc_post_create_fields', 'svc_post_created', 'svc_post_update_fields'];
const attributes = ['name', 'type', 'tile', 'required', 'default_color', 'font-icon'];

test.each([
  ['svc_post_creat_fields', hooks, 'svc_post_create_fields'],
  ['svc_post_Created', hooks, 'svc_post_created'],
  ['wp_insert_post', hooks, undefined],
  ['nubmer', ['text', 'number'], 'number'],
  ['', hooks, undefined],
])('the name nearest to %j in %j is %j', (name, known, nearest) => {
  expect(nearestName(name, known)).toBe(nearest);
});

test.each([
  ['requird', 'required'],
  ['defualt_color', 'default_color'],
  ['font_icon', 'font-icon'],
  ['tiel', 'tile'],
  ['title', undefined],
  ['names', undefined],
  ['mapbox', undefined],
  ['display', undefined],
])('the name %j among names of any kind is a misspelling of %j', (name, misspelt) => {
  expect(misspeltName(name, attributes)).toBe(misspelt);
});

test('a message offers the nearest name, or all names where none is near', () => {
  expect(didYouMean('nubmer', ['text', 'number'], 'field types')).toBe('; did you mean number?');
  expect(didYouMean('colour', ['text', 'number'], 'field types')).toBe('; the field types are text, number');
});
