import { describe, expect, test } from '@jest/globals';
import { fieldTypes } from '../fields/index.ts';
import { FieldUnderTest } from '../fields/testing/field-under-test.ts';
import { fixtures } from '../fields/testing/fixtures.ts';

const several = Object.entries(fixtures).filter(([name]) => fieldTypes.get(name)?.mergeFrom);

describe.each(several)('what another record has of the field type %s', (name, fixture) => {
  const under = new FieldUnderTest(name, fixture.definition);
  const { type, field } = under;
  const given = under.written(...fixture.roundTrips.map(([write]) => write));
  const takenInto = (before: unknown) => type.apply(before, type.mergeFrom?.(given, before, field), field);

  test('is all there in one that has nothing', () => {
    expect(given).toBeDefined();
    expect(takenInto(undefined)).toEqual(given);
  });

  test('changes nothing in one that has the same', () => {
    expect(takenInto(given)).toEqual(given);
  });
});
