import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { SlotMap } from './slot-map.ts';

test('a slot map keeps its values until they are deleted, and reuses free slots', () => {
  const steps = fc.array(fc.oneof(fc.constant('add'), fc.nat({ max: 20 })), { maxLength: 60 });
  fc.assert(
    fc.property(steps, (taken) => {
      const slots = new SlotMap<string>();
      const kept = new Map<number, string>();
      let most = 0;
      for (const [index, step] of taken.entries()) {
        if (step === 'add') {
          const slot = slots.add(`value ${index}`);
          expect(kept.has(slot)).toBe(false);
          kept.set(slot, `value ${index}`);
          most = Math.max(most, kept.size);
        } else {
          slots.delete(step);
          kept.delete(step);
        }
        for (let slot = 0; slot < 22; slot += 1) expect(slots.get(slot)).toBe(kept.get(slot));
        expect(slots.values().sort()).toEqual([...kept.values()].sort());
        expect(Math.max(-1, ...kept.keys())).toBeLessThan(most);
      }
    }),
  );
});
