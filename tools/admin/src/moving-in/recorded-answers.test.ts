import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { sourceFieldSchema, sourceRecordSchema } from './source-answers.ts';
import { writtenValues } from './written-values.ts';

/** Parts of what an installation of Disciple.Tools 1.81.1 answered. */
const recorded = z
  .object({ fields: z.record(z.string(), sourceFieldSchema), record: sourceRecordSchema })
  .parse(JSON.parse(readFileSync(new URL('recorded-answers.json', import.meta.url), 'utf8')));

const users = new Map([[1, 7]]);

test('values from Disciple.Tools are written with the user ids of this installation', () => {
  const { fields, privateFields, leftOut } = writtenValues(recorded.record, recorded.fields, users);
  expect(leftOut).toEqual([]);
  expect(fields).toMatchObject({
    name: 'Updated By Title',
    assigned_to: 7,
    overall_status: 'active',
    baptism_date: 1583193600,
    meeting_time: 1641049200,
    boolean_test: true,
    tags: { values: [{ value: 'only' }] },
    contact_phone: [{ value: '444', key: 'contact_phone_d2a' }],
    link_test: { values: [{ type: 'default', value: 'https://f.test' }] },
    location_grid_meta: { values: [{ grid_id: '100351298', lng: '10.18', lat: '36.8', level: 'admin1' }] },
  });
  expect(privateFields).toMatchObject({ number_test_private: 201 });
});

test('a user who was not imported is left out of a value and reported', () => {
  const { fields, leftOut } = writtenValues(recorded.record, recorded.fields, new Map());
  expect(fields).not.toHaveProperty('assigned_to');
  expect(leftOut).toEqual([{ field: 'assigned_to', reason: 'The user was not imported.' }]);
});
