import { expect, test } from '@jest/globals';
import { applyToLinks, type LinkEntry } from './link.ts';
import type { LinkEntryChange } from './link-write.ts';

const add = (metaId: string, value: string) => ({ kind: 'add', metaId, type: 'blog', value }) as const;
const entry = (metaId: string, value: string): LinkEntry => ({ metaId, type: 'blog', value });
const apply = (before: readonly LinkEntry[], ...entries: readonly LinkEntryChange[]) =>
  applyToLinks(before, { force: false, entries });

test('a write can change or remove a link and add it again', () => {
  const before = [entry('1', 'a'), entry('2', 'b')];
  const changed = { kind: 'change', metaId: '1', type: undefined, value: 'c' } as const;
  expect(apply(before, changed, add('3', 'a'), add('4', 'c'))).toEqual([
    entry('1', 'c'),
    entry('2', 'b'),
    entry('3', 'a'),
  ]);
  expect(apply(before, { kind: 'remove', metaId: '2' }, add('3', 'b'))).toEqual([
    entry('1', 'a'),
    entry('3', 'b'),
  ]);
});

test('two links with equal values stay separate entries', () => {
  const before = [entry('1', 'a'), entry('2', 'b')];
  const changed = { kind: 'change', metaId: '2', type: undefined, value: 'a' } as const;
  const same = apply(before, changed);
  expect(same).toEqual([entry('1', 'a'), entry('2', 'a')]);
  expect(apply(same, { kind: 'remove', metaId: '2' }, add('3', 'a'))).toEqual([entry('1', 'a')]);
});

test('an added link matches the entry that had its value before the write', () => {
  const before = [entry('1', 'a'), entry('2', 'b')];
  const entries = [{ kind: 'change', metaId: '1', type: undefined, value: 'b' } as const, add('3', 'b')];
  expect(applyToLinks(before, { force: true, entries })).toEqual([entry('1', 'b'), entry('2', 'b')]);
});
