import fc from 'fast-check';
import type { ModelConditions } from './filter-trees.ts';
import { valuesOf, type ModelCaller, type ModelRecord } from './model-record.ts';
import { folded, hasInOrder } from './text-filters.ts';

/** Fields that have texts; `all` looks into them. */
const textual = ['a_text', 'a_textarea', 'an_option', 'some_options', 'some_tags', 'a_channel', 'a_link'];
const fieldKeys = [...textual, ...textual.map((key) => `my_${key}`)];
const texts = ['apple', 'PIE', 'a n', 'émile', '4930', '49 30', '0 0', 'ann', '@x', '.', 'one', 'zz', '(x)'];

/** The records of which the stand-in for comments tells that a comment contains a text. */
export function isCommented(id: number, text: string): boolean {
  return id % 5 === text.length % 5;
}

/** Searches for a text, everywhere or in some places; `ids` of records are texts as well. */
export function searches(ids: readonly number[]): fc.Arbitrary<ModelConditions> {
  const text = fc.oneof(
    { weight: 5, arbitrary: fc.constantFrom(...texts) },
    fc.constantFrom(...ids).map(String),
  );
  const places = fc.uniqueArray(fc.constantFrom('name', 'comms', 'comment', 'all', ...fieldKeys), {
    maxLength: 3,
  });
  return fc.tuple(text, places).map(([sought, within]) => ({
    query: { text: sought, ...(within.length > 0 && { fields_to_search: within }) },
    meets: (record, caller) =>
      record.id === Number(sought) ||
      (within.length > 0 ? within : ['name', 'comms']).some((place) => isIn(place, sought, record, caller)),
  }));
}

function isIn(place: string, text: string, record: ModelRecord, caller: ModelCaller): boolean {
  const isInField = (key: string) => isInTexts(text, valuesOf<string>(record, key, caller));
  switch (place) {
    case 'name':
      return hasInOrder(folded(record.name), folded(text).split(/\s+/));
    case 'comms':
      return valuesOf<string>(record, 'a_channel', caller).some((each) =>
        unspaced(each).includes(unspaced(text)),
      );
    case 'comment':
      return isCommented(record.id, text);
    case 'all':
      return isCommented(record.id, text) || fieldKeys.some(isInField);
    default:
      return isInField(place);
  }
}

function isInTexts(text: string, values: readonly string[]): boolean {
  return values.some((each) => each.toLowerCase().includes(text.toLowerCase()));
}

function unspaced(text: string): string {
  return folded(text).replaceAll(/\s+/g, '');
}

/** Boxes on the map, some over the antimeridian or around the world. */
export const boxes: fc.Arbitrary<ModelConditions> = fc
  .record({
    west: fc.constantFrom(-170, 0, 12, 350, 372, 530),
    width: fc.constantFrom(8, 20, 200, 360, 500),
    south: fc.constantFrom(-10, 8, 11),
    height: fc.constantFrom(1, 15),
  })
  .map(({ west, width, south, height }) => ({
    query: { map_bounds: { sw: { lat: south, lng: west }, ne: { lat: south + height, lng: west + width } } },
    meets: (record, caller) =>
      valuesOf<{ lng: number; lat: number }>(record, 'points', caller).some(({ lng, lat }) => {
        const eastOfWest = (((lng - west) % 360) + 360) % 360;
        return eastOfWest <= width && lat >= south && lat <= south + height;
      }),
  }));
