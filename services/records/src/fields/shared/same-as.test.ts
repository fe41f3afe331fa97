import { expect, test } from '@jest/globals';
import { fieldTypes } from '../index.ts';
import type { Field } from '../../model/field.ts';
import { maxLineLength } from './plain-text.ts';

const field = (key = 'x') =>
  ({ key, definition: { p2p_key: 'k', p2p_direction: 'to', post_type: 't' } }) as unknown as Field;

const entry = { grid_meta_id: '1', grid_id: 5, lng: 1, lat: 2, level: '', source: 'user', label: 'Denver' };

const of = (...entries: readonly object[]) => ({ entries });
const longest = 'é'.repeat(maxLineLength);

test.each<[type: string, change: unknown, conditions: unknown[]]>([
  ['number', 5, [{ 'fields.x': 5 }]],
  ['number', null, []],
  ['date', 5, [{ 'fields.x': 5 }]],
  ['boolean', false, [{ 'fields.x': false }]],
  ['user_select', { userId: 4 }, [{ 'fields.x': 4 }]],
  ['user_select', null, []],
  ['tags', of({ value: 'a', delete: false }, { value: 'b', delete: true }), [{ 'fields.x': 'a' }]],
  ['location', of({ value: 7, delete: false }, { value: 8, delete: true }), [{ 'fields.x': 7 }]],
  [
    'location_meta',
    of({ delete: true, id: '1' }, { delete: false, entry }),
    [{ 'fields.x.label': 'Denver' }],
  ],
  ['communication_channel', of({ value: '1' }, { delete: true }, { value: '' }), [{ 'fields.x.value': '1' }]],
  ['connection', of({ target: { id: 9 } }, { target: { id: 8 }, delete: true }), [{ linkTerms: 'k:to:9' }]],
  ['text', '', []],
  ['text', 'a.B', [{ 'sort.x': 'a.b', 'fields.x': /^a\.B(?![\s\S])/i }]],
  ['textarea', longest, [{ 'sort.x': expect.any(String), 'fields.x': longest }]],
])('the conditions for equal values of the field type %s and the change %j', (type, change, conditions) => {
  expect(fieldTypes.get(type)?.query?.sameAs?.(change, field(), 'fields.x')).toEqual(conditions);
});
