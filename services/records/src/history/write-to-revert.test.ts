import { describe, expect, test } from '@jest/globals';
import { inEnglish } from '@svc/contracts';
import { FieldUnderTest } from '../fields/testing/field-under-test.ts';
import { fixtures } from '../fields/testing/fixtures.ts';
import { writeToRevert } from './write-to-revert.ts';

/** Details that an entry of the first two has gained stay with it; changes of arrays are in no history. */
const others = ['communication_channel', 'connection', 'array'];

/** What is read of a value, whatever the order of its entries, and without their ids: an entry that comes back gets a new one. */
function comparable(read: unknown): unknown {
  const plain = (entry: unknown) =>
    JSON.stringify(entry, (key, value: unknown) => (/(?:^|_)id$/.test(key) ? '' : value));
  return Array.isArray(read) ? read.map(plain).sort() : (read ?? null);
}

const types = Object.entries(fixtures).filter(
  ([name, { isAlwaysPrivate }]) => !isAlwaysPrivate && !others.includes(name),
);

describe.each(types)('a history of the field type %s', (name, fixture) => {
  const under = new FieldUnderTest(name, fixture.definition);
  const { type, field } = under;
  const writes = [...fixture.roundTrips.map(([write]) => write), fixture.clear[0]];
  const after = (stored: unknown, write: unknown): unknown => {
    const outcome = under.write(stored, write);
    if ('problem' in outcome) throw new Error(inEnglish(outcome.problem.message));
    return outcome.after;
  };
  const states: unknown[] = [undefined];
  for (const write of writes) states.push(after(states.at(-1), write));
  const rows = writes.flatMap((_write, index) =>
    (type.history?.activity(states[index], states[index + 1], field) ?? []).flatMap(
      ({ objectSubtype, undo }, position) =>
        undo ? { _id: 0, objectSubtype, version: index + 1, position, undo } : [],
    ),
  );
  /** The value after these rows were undone by one write. */
  const reverted = (stored: unknown, undone: typeof rows): unknown => {
    const postType = { key: 'tests', fields: new Map([[field.key, field]]) };
    const write = writeToRevert(undone, postType, { fields: { [field.key]: stored } })[field.key];
    return after(stored, write);
  };

  test('can be reverted to each of its versions, at once or step by step', () => {
    expect(rows).not.toEqual([]);
    for (const [version, state] of states.slice(0, -1).entries()) {
      const later = rows.filter((row) => row.version > version);
      const wanted = comparable(under.read(state));
      expect(comparable(under.read(reverted(states.at(-1), later)))).toEqual(wanted);
      // A link that comes back has a new id, which older rows do not name.
      if (name === 'link') continue;
      const stepwise = later.toReversed().reduce((stored, row) => reverted(stored, [row]), states.at(-1));
      expect(comparable(under.read(stepwise))).toEqual(wanted);
    }
  });
});
