import fc from 'fast-check';
import { meetsAll, written, type Asked, type ModelFilters } from './model-filter.ts';
import { valueOf, valuesOf, type ModelCaller, type ModelRecord } from './model-record.ts';

/** Options and tags, of which a field holds one or several. `none` is also said by an option that is unset. */
export const optionFilters: ModelFilters = (key) =>
  several(fc.constantFrom('one', 'two', 'three', 'none', 'One', '*', 'a tag')).map((asked) => ({
    key,
    operand: asked.map(written),
    meets(record, caller) {
      const held = valuesOf<string>(record, key, caller);
      if (asked.length === 0) return held.length === 0;
      const orUnset = key.endsWith('an_option') && asked.some(({ not, what }) => !not && what === 'none');
      const isOut = asked.some(({ not, what }) => not && held.includes(what));
      return orUnset && held.length === 0 ? !isOut : meetsAll(asked, (what) => held.includes(what));
    },
  }));

/** Users by id, or the caller. */
export const userFilters: ModelFilters = (key) =>
  several(fc.constantFrom<number | 'me' | 'user-4'>(3, 4, 5, 11, 77, 'me', 'user-4')).map((asked) => ({
    key,
    operand: asked.map(written),
    meets(record, caller) {
      const held = usersOf(record, key, caller);
      if (asked.length === 0) return held.length === 0;
      return meetsAll(asked, (what) =>
        held.includes(what === 'me' ? caller.userId : Number(String(what).replace('user-', ''))),
      );
    },
  }));

function usersOf(record: ModelRecord, key: string, caller: ModelCaller): readonly unknown[] {
  if (key === 'shared_with') return record.sharedWith;
  const user = valueOf(record, key, caller);
  return user === undefined ? [] : [user];
}

/** Each place with all that lies in it: two countries, the first with two parts. */
const within: Readonly<Record<number, readonly number[]>> = {
  100: [100, 101, 102],
  101: [101],
  102: [102],
  200: [200],
};

/** Places with everything below them. */
export const placeFilters: ModelFilters = (key) =>
  several(fc.constantFrom(100, 101, 102, 200, 999)).map((asked) => ({
    key,
    operand: asked.map(written),
    meets(record, caller) {
      const held = valuesOf<number>(record, key, caller);
      if (asked.length === 0) return held.length === 0;
      return meetsAll(asked, (what) => held.some((place) => within[what]?.includes(place)));
    },
  }));

/** Connected records by id, any of them, or the caller's contact. */
export const connectionFilters =
  (ids: readonly number[]): ModelFilters =>
  (key) =>
    several(fc.constantFrom<number | '*' | 'me'>(...ids, '*', 'me', 99_999)).map((asked) => ({
      key,
      operand: asked.map(written),
      meets(record, caller) {
        const held = valuesOf<number>(record, key, caller);
        if (asked.length === 0) return held.length === 0;
        return meetsAll(asked, (what) => {
          if (what === '*') return held.length > 0;
          const id = what === 'me' ? caller.contact : what;
          return id !== undefined && held.includes(id);
        });
      },
    }));

/** Files: any, or none. */
export const fileFilters: ModelFilters = (key) =>
  fc.boolean().map((isAny) => ({
    key,
    operand: isAny ? ['*'] : [],
    meets: (record, caller) => valuesOf(record, key, caller).length > 0 === isAny,
  }));

function several<What>(what: fc.Arbitrary<What>): fc.Arbitrary<Asked<What>[]> {
  return fc.array(fc.record({ not: fc.boolean(), what }), { maxLength: 4 });
}
