import { describe, expect, test } from '@jest/globals';
import { fieldTypes } from '../fields/index.ts';
import { FieldUnderTest } from '../fields/testing/field-under-test.ts';
import { fixtures } from '../fields/testing/fixtures.ts';

const several = Object.entries(fixtures).filter(([name]) => fieldTypes.get(name)?.write.mergeFrom);

describe.each(several)('a merged value of the field type %s', (name, fixture) => {
  const under = new FieldUnderTest(name, fixture.definition);
  const { type, field } = under;
  const given = under.written(...fixture.roundTrips.map(([write]) => write));
  const takenInto = (before: unknown) =>
    type.write.apply(before, type.write.mergeFrom?.(given, before, field), field);

  test('is copied to a record without a value', () => {
    expect(given).toBeDefined();
    expect(takenInto(undefined)).toEqual(given);
  });

  test('does not change a record with an equal value', () => {
    expect(takenInto(given)).toEqual(given);
  });
});
