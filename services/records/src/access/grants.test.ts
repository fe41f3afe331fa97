import { describe, expect, test } from '@jest/globals';
import { defineExtension, type Actor, type Grant } from '@svc/contracts';
import { userActor } from '@svc/testing';
import fc from 'fast-check';
import type { RecordDocument } from '../model/record.ts';
import { disjointFilters, grantFilter, grantTerms, isGranted, grantingKeys, grantKeys } from './grant.ts';
import { grantsOf, type RecordAction } from './grants-of.ts';
import { builtInModules } from '../modules/built-in-modules.ts';
import { PostTypes } from '../post-types/post-types.ts';

/** What an extension opens of its own type. */
const visits = defineExtension({
  name: 'visits',
  version: '1.0.0',
  postTypes: {
    visits: {
      label_singular: 'Visit',
      label_plural: 'Visits',
      grants: [
        { capability: 'plan_visits' },
        { capability: 'read_visits', actions: ['view'], types: ['access'] },
        { capability: 'move_visits', limited: true, types: ['user'] },
      ],
      fields: {
        type: { name: 'Type', type: 'key_select', default: { access: { label: 'A' }, user: { label: 'U' } } },
      },
    },
  },
});
const types = PostTypes.declare([...builtInModules, visits]);
const typeOf = (key: string) => types.find(key) ?? { key, grants: undefined };

type Subject = Pick<RecordDocument, 'sharedWith' | 'fields'>;

const record = (type: string | undefined, sharedWith: number[] = []): Subject => ({
  sharedWith,
  fields: type === undefined ? {} : { type },
});

const contactTypes = ['access', 'personal', 'user', 'placeholder', 'access_placeholder'];

/** May an actor with these capabilities (user 3) do it to a record that is not shared with them? */
const rows: [capability: string, action: RecordAction, postType: string, types: string[]][] = [
  ['view_any_contacts', 'view', 'contacts', contactTypes],
  ['view_any_contacts', 'update', 'contacts', contactTypes],
  ['view_any_contacts', 'list', 'contacts', ['access', 'user', 'access_placeholder']],
  ['update_any_contacts', 'view', 'contacts', []],
  ['update_any_contacts', 'update', 'contacts', contactTypes],
  ['update_any_contacts', 'list', 'contacts', []],
  ['dt_all_access_contacts', 'view', 'contacts', ['access', 'user', 'access_placeholder']],
  ['dt_all_access_contacts', 'list', 'contacts', ['access', 'user', 'access_placeholder']],
  ['access_specific_sources', 'update', 'contacts', ['access', 'access_placeholder']],
  ['promote_users', 'view', 'contacts', ['user']],
  ['promote_users', 'list', 'contacts', []],
  ['access_contacts', 'view', 'contacts', []],
  ['view_any_groups', 'list', 'groups', ['any']],
  ['view_any_groups', 'update', 'groups', ['any']],
  ['update_any_groups', 'view', 'groups', []],
  ['access_peoplegroups', 'update', 'peoplegroups', ['any']],
  ['view_any_trainings', 'view', 'trainings', ['any']],
  ['view_any_contacts', 'view', 'groups', []],
  ['plan_visits', 'list', 'visits', ['access', 'user']],
  ['read_visits', 'view', 'visits', ['access']],
  ['read_visits', 'list', 'visits', []],
  ['move_visits', 'view', 'visits', []],
  ['view_any_visits', 'view', 'visits', []],
];

describe('grants', () => {
  test.each(rows)('%s lets %s %s of type %j', (capability, action, postType, allowed) => {
    const types = { contacts: contactTypes, visits: ['access', 'user'] }[postType] ?? ['any'];
    const grants = grantsOf(userActor(3, 'U', [capability]), action, typeOf(postType));
    expect(types.filter((type) => isGranted(grants, record(type)))).toEqual(
      types.filter((type) => allowed.includes(type)),
    );
  });

  const reached = ['access', 'access_placeholder'];
  const anySources = [[], ['web'], ['phone', 'web'], ['phone']];
  const ofWeb = anySources.slice(1, 3);
  test.each<[string, string[] | undefined, RecordAction, types: string[], sources: string[][]]>([
    ['the caller has no list of sources', undefined, 'view', reached, anySources],
    ['the list contains all', ['all', 'web'], 'view', reached, anySources],
    ['the list contains one source', ['web'], 'view', reached, ofWeb],
    ['the list contains one source, in lists', ['web'], 'list', ['access'], ofWeb],
    ['the list restricts all sources', ['restrict_all_sources'], 'view', [], []],
  ])('access to sources when %s', (_what, allowedSources, action, seenTypes, seen) => {
    const caller = userActor(9, 'Digital', ['access_specific_sources']);
    const limited = allowedSources ? { ...caller, allowedSources } : caller;
    const grants = grantsOf(limited, action, typeOf('contacts'));
    const all = contactTypes.flatMap((type) => anySources.map((sources) => ({ type, sources })));
    const granted = all.filter((fields) => isGranted(grants, { sharedWith: [], fields }));
    expect(granted).toEqual(
      all.filter(({ type, sources }) => seenTypes.includes(type) && seen.includes(sources)),
    );
  });

  test('a share grants its user view, update and list without any capability', () => {
    for (const action of ['view', 'update', 'list'] as const) {
      const grants = grantsOf(userActor(3, 'U'), action, typeOf('contacts'));
      expect(isGranted(grants, record('personal', [3]))).toBe(true);
      expect(isGranted(grants, record('personal', [4]))).toBe(false);
    }
  });

  test('a site link has no shares, not even those of user 0', () => {
    const link: Actor = { ...userActor(0, 'Link'), kind: 'site_link' };
    expect(isGranted(grantsOf(link, 'view', typeOf('contacts')), record('access', [0]))).toBe(false);
  });

  test('filters and grant keys match exactly the granted records, and terms match at least those', () => {
    const asked = fc.record({
      capabilities: fc.subarray([...new Set(rows.map(([capability]) => capability))]),
      allowedSources: fc.subarray(['web', 'personal', 'all', 'restrict_all_sources']),
      action: fc.constantFrom<RecordAction>('view', 'update', 'list'),
      postType: fc.constantFrom('contacts', 'groups', 'peoplegroups', 'visits'),
    });
    const subjects = fc.record({
      fields: fc.record({
        type: fc.constantFrom(...contactTypes, undefined),
        sources: fc.subarray(['web', 'personal']),
      }),
      sharedWith: fc.uniqueArray(fc.integer({ min: 1, max: 5 })),
    });
    fc.assert(
      fc.property(asked, subjects, ({ capabilities, allowedSources, action, postType }, subject) => {
        const caller = { ...userActor(3, 'U', capabilities), allowedSources };
        const grants = grantsOf(caller, action, typeOf(postType));
        const granted = isGranted(grants, subject);
        expect(matches(grantFilter(grants), subject)).toBe(granted);
        const parts = disjointFilters(grants).filter((part) => matches(part, subject));
        expect(parts).toHaveLength(granted ? 1 : 0);
        const { sources } = grantTerms(grants);
        if (granted || sources.length === 0) expect(isTold(grants, subject)).toBe(granted);
        const words = new Set(grantKeys(grants));
        expect(grantingKeys(subject).some((word) => words.has(word))).toBe(granted);
      }),
    );
  });
});

function isTold(grants: readonly Grant[], { sharedWith, fields }: Subject): boolean {
  const { all, users, types, sources } = grantTerms(grants);
  const byShare = users.some((user) => sharedWith.includes(user));
  const bySource = (fields['sources'] as string[]).some((source) => sources.includes(source));
  return all || byShare || bySource || types.includes(fields['type'] as string);
}

/** As much of MongoDB's matching as these filters use. */
function matches(filter: Record<string, unknown>, subject: Subject): boolean {
  return Object.entries(filter).every(([key, condition]) => {
    if (key === '$or') return (condition as Record<string, unknown>[]).some((part) => matches(part, subject));
    if (key === '_id') return (condition as { $in: unknown[] }).$in.length > 0;
    const { $in: wanted = [condition], $nin: unwanted } = condition as { $in?: unknown[]; $nin?: unknown[] };
    if (key === 'sharedWith') return subject.sharedWith.some((user) => wanted.includes(user));
    if (unwanted) return !unwanted.includes(subject.fields['type']);
    if (key === 'fields.type') return wanted.includes(subject.fields['type']);
    if (key === 'fields.sources')
      return (subject.fields['sources'] as unknown[]).some((source) => wanted.includes(source));
    throw new Error(`an unknown condition: ${key}`);
  });
}
