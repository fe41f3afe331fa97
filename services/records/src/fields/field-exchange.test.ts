import { inEnglish } from '@svc/contracts';
import { describe, expect, test } from '@jest/globals';
import { fieldTypes } from './index.ts';
import { FieldUnderTest } from './testing/field-under-test.ts';
import { fixtures } from './testing/fixtures.ts';

const travelling = Object.entries(fixtures).filter(([name]) => fieldTypes.get(name)?.exchange);

test('references to users and records, files and arrays are not transferred', () => {
  const staying = [...fieldTypes].filter(([, type]) => !type.exchange).map(([name]) => name);
  expect(staying.sort()).toEqual(
    ['array', 'connection', 'file_upload', 'image', 'post_user_meta', 'task', 'tasks', 'user_select'].sort(),
  );
});

describe.each(travelling)('a value of the type %s', (typeName, { definition, roundTrips }) => {
  const field = new FieldUnderTest(typeName, definition);
  const { exchange } = field.type;
  const receive = (meta: unknown) =>
    exchange?.receive(meta as Readonly<Record<string, unknown>>, field.field);

  test('arrives as it was sent, as JSON and as a form', () => {
    let stored: unknown;
    for (const [write] of roundTrips) {
      const outcome = field.write(stored, write);
      if ('problem' in outcome) throw new Error(inEnglish(outcome.problem.message));
      stored = outcome.after;
      if (stored === undefined) continue;
      const meta = JSON.parse(JSON.stringify(exchange?.send(stored, field.field))) as object;
      const keys = Object.keys(meta).filter((key) => key !== field.field.key);
      expect(keys.filter((key) => !exchange?.owns?.(key, field.field))).toEqual([]);
      for (const sent of [meta, asForm(meta)])
        expect(withoutIds(field.read(field.written(receive(sent) ?? null)))).toEqual(
          withoutIds(field.read(stored)),
        );
    }
  });

  test('is not written when it is missing', () => {
    for (const sent of [{}, { [field.field.key]: [] }, { [field.field.key]: { values: [] } }])
      expect(receive(sent)).toBeUndefined();
  });
});

/** Numbers become texts, and lists may become maps. */
function asForm(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asForm(inner)]));
}

/** Ids are made anew where a value arrives, and what only one site knows of it stays there. */
function withoutIds(read: unknown): unknown {
  if (!Array.isArray(read)) return read;
  return read.map((entry: unknown) => {
    if (typeof entry !== 'object' || entry === null) return entry;
    const ids = ['key', 'meta_id', 'grid_meta_id', 'postmeta_id_location_grid', 'source'];
    return Object.fromEntries(Object.entries(entry).filter(([key]) => !ids.includes(key)));
  });
}
