import { expect, test } from '@jest/globals';
import { inEnglish } from '@svc/contracts';
import type { ActivityRow } from '../../model/activity-row.ts';
import type { Field } from '../../model/field.ts';
import type { ReadContext } from '../../model/read-context.ts';
import { connection } from './connection.ts';

const history_notes = { connected: '{1} teaches {0}', disconnected: '{1} has left {0}' };
const field = { key: 'pupils', definition: { name: 'Pupils', type: 'connection', history_notes } } as Field;
const nobody = { records: new Map() } as unknown as ReadContext;

test.each([
  ['connected to', '#1 teaches #2'],
  ['disconnected from', '#1 has left #2'],
])('the history uses the text of the field for a record %s another record', (action, note) => {
  const row = { action, recordId: 1, metaValue: '2' } as ActivityRow;
  expect(inEnglish(connection.history?.note(row, field, nobody) ?? '')).toBe(note);
});
