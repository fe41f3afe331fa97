import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { TextPostings } from './text-postings.ts';

const letters = (lengths: { minLength?: number; maxLength: number }) =>
  fc.string({ unit: fc.constantFrom('a', 'b', '\n'), ...lengths });

/** Enough texts that many contain each piece, in some of them twice; a few are so long that the places of their pieces are not known. */
const texts = fc.array(letters({ maxLength: 12 }), { minLength: 300, maxLength: 400 });
const longText = fc.integer({ min: 100, max: 150 }).map((times) => 'ab'.repeat(times));
const sought = fc.oneof(
  { arbitrary: letters({ minLength: 1, maxLength: 6 }), weight: 4 },
  fc.integer({ min: 80, max: 120 }).map((length) => 'ab'.repeat(length)),
);

test('the records with a text are found, and no others where the answer is exact', () => {
  fc.assert(
    fc.property(texts, fc.array(longText, { maxLength: 2 }), sought, fc.nat(5), (short, long, text, gone) => {
      const postings = new TextPostings();
      const stored = [...short, ...long];
      for (const [slot, each] of stored.entries()) postings.add(each, slot);
      for (const [slot, each] of stored.entries()) if (slot % 6 < gone) postings.remove(each, slot);
      // A slot may get another text later.
      for (const slot of [0, 6, 12]) postings.remove(stored[slot] ?? '', slot);
      for (const slot of [0, 6, 12]) postings.add('abba', slot);
      const now = stored.map((each, slot) => {
        if ([0, 6, 12].includes(slot)) return 'abba';
        return slot % 6 < gone ? '' : each;
      });
      const containing = [...now.keys()].filter((slot) => now[slot]?.includes(text));
      const found = postings.findAll([text]);
      if (text.includes('\n')) {
        expect(found).toBeUndefined();
        return;
      }
      const slots = [...(found?.slots() ?? [])];
      expect(found?.count).toBeGreaterThanOrEqual(slots.length);
      expect(slots).toEqual(slots.toSorted((one, other) => one - other));
      expect(slots).toEqual(expect.arrayContaining(containing));
      if (found?.isExact) expect(slots).toEqual(containing);
    }),
    { numRuns: 200 },
  );
});

/** Many texts that contain two parts, in both orders and overlapping, so that most pairs are compared by their places. */
const part = fc.string({ unit: fc.constantFrom('a', 'b'), minLength: 1, maxLength: 4 });
const twoParts = fc.tuple(part, part);

function containsInOrder(text: string, [one, other]: readonly [string, string]): boolean {
  const at = text.indexOf(one);
  return at !== -1 && text.includes(other, at + one.length);
}

test('the records with one text after another are found, and no others where the answer is exact', () => {
  let exact = 0;
  fc.assert(
    fc.property(
      texts,
      fc.array(longText, { maxLength: 2 }),
      twoParts,
      fc.nat(5),
      (short, long, parts, gone) => {
        const postings = new TextPostings();
        const stored = [...short, ...long];
        for (const [slot, each] of stored.entries()) postings.add(each, slot);
        for (const [slot, each] of stored.entries()) if (slot % 6 < gone) postings.remove(each, slot);
        const now = stored.map((each, slot) => (slot % 6 < gone ? '' : each));
        const containing = [...now.keys()].filter((slot) => containsInOrder(now[slot] ?? '', parts));
        const found = postings.findAll(parts);
        const slots = [...(found?.slots() ?? [])];
        if (!found) expect(parts.every((part) => part.includes('\n'))).toBe(true);
        else expect(slots).toEqual(expect.arrayContaining(containing));
        expect(slots).toEqual(slots.toSorted((one, other) => one - other));
        expect(new Set(slots).size).toBe(slots.length);
        if (!found?.isExact) return;
        exact += 1;
        expect(slots).toEqual(containing);
      },
    ),
    { numRuns: 300 },
  );
  expect(exact).toBeGreaterThan(30);
});

test('a text in many records is found exactly, also where its pieces are in others in another order', () => {
  const postings = new TextPostings();
  const names = ['anna', 'ann nna', 'nnann', 'anan', 'hannah and anna'];
  for (let slot = 0; slot < 2_000; slot += 1) postings.add(names[slot % names.length] ?? '', slot);
  const found = postings.findAll(['anna']);
  const slots = [...(found?.slots() ?? [])];
  expect(found?.isExact).toBe(true);
  expect(new Set(slots.map((slot) => names[slot % names.length]))).toEqual(
    new Set(['anna', 'hannah and anna']),
  );
  expect(slots.length).toBe(800);
});
