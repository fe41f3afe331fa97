import { expect, test } from '@jest/globals';
import { Choices } from '@svc/demo';
import { rowsNamed } from './all-rows.ts';
import type { BenchRequest, Measured } from './row.ts';
import { searchTerms } from './search-terms.ts';

const choices = new Choices(3);
const session = { userId: 7, token: 'token' };
const measured: Measured = {
  administrator: session,
  dispatcher: session,
  multipliers: [session],
  contactIds: Array.from({ length: 320 }, (_, id) => id),
  terms: searchTerms([{ name: 'Amina Example', phones: ['+99 012 3456 789'] }], choices),
  tags: { contacts: [], list: '', settings: '', openApi: '' },
  apiKey: undefined,
  cursors: ['cursor'],
  choices,
};

/** The values of a query parameter in many requests of a row, to the service and to the thin handler. */
function valuesOf(rowName: string, parameter: string) {
  const [row] = rowsNamed([rowName], []);
  const [share] = row && 'mix' in row ? row.mix : [];
  if (!share?.kind.thin) throw new Error(`${rowName} has no thin handler`);
  const { ours, thin } = share.kind;
  const inMany = (make: (measured: Measured) => BenchRequest) => {
    const urls = Array.from({ length: 80 }, () => new URL(make(measured).path, 'http://localhost'));
    return [...new Set(urls.map(({ searchParams }) => searchParams.get(parameter)))].toSorted();
  };
  return { ours: inMany(ours), thin: inMany(thin) };
}

test.each([
  ['deep', ['0', '100', '200', '300']],
  ['mine-pages', ['0', '25', '50', '75']],
  ['mine', ['0']],
])('%s requests these pages of both sides', (row, offsets) => {
  expect(valuesOf(row, 'offset')).toEqual({ ours: offsets, thin: offsets });
});

test.each([
  ['text', 'text', 'name'],
  ['phone', 'text', 'phone'],
  ['typeahead', 's', 's'],
  ['typeahead-1', 's', 's'],
])('%s searches for many terms', (row, parameter, ofThin) => {
  expect(valuesOf(row, parameter).ours.length).toBeGreaterThan(3);
  expect(valuesOf(row, ofThin).thin.length).toBeGreaterThan(3);
});
