import { describe, expect, test } from '@jest/globals';
import type { Actor } from '@svc/contracts';
import { userActor } from '@svc/service-kit/testing';
import fc from 'fast-check';
import type { RecordDocument } from '../store/record-document.ts';
import { grantFilter, isGranted } from './grant.ts';
import { grantsOf, type RecordAction } from './grants-of.ts';

type Subject = Pick<RecordDocument, 'sharedWith' | 'fields'>;

const record = (type: string | undefined, sharedWith: number[] = []): Subject => ({
  sharedWith,
  fields: type === undefined ? {} : { type },
});

/** May an actor with these capabilities (user 3) do it to a record that is not shared with him? */
const rows: [capability: string, action: RecordAction, postType: string, types: string[]][] = [
  [
    'view_any_contacts',
    'view',
    'contacts',
    ['access', 'personal', 'user', 'placeholder', 'access_placeholder'],
  ],
  [
    'view_any_contacts',
    'update',
    'contacts',
    ['access', 'personal', 'user', 'placeholder', 'access_placeholder'],
  ],
  ['view_any_contacts', 'list', 'contacts', ['access', 'user', 'access_placeholder']],
  ['update_any_contacts', 'view', 'contacts', []],
  [
    'update_any_contacts',
    'update',
    'contacts',
    ['access', 'personal', 'user', 'placeholder', 'access_placeholder'],
  ],
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
];

describe('grants', () => {
  test.each(rows)('%s lets %s %s of type %j', (capability, action, postType, allowed) => {
    const types = postType === 'contacts' ? (rows[0]?.[3] ?? []) : ['any'];
    const grants = grantsOf(userActor(3, 'U', [capability]), action, postType);
    expect(types.filter((type) => isGranted(grants, record(type)))).toEqual(
      types.filter((type) => allowed.includes(type)),
    );
  });

  test('a share lets its user view, update and list, whatever the capabilities', () => {
    for (const action of ['view', 'update', 'list'] as const) {
      const grants = grantsOf(userActor(3, 'U'), action, 'contacts');
      expect(isGranted(grants, record('personal', [3]))).toBe(true);
      expect(isGranted(grants, record('personal', [4]))).toBe(false);
    }
  });

  test('a caller who is no user has no shares, not even with user 0', () => {
    const link: Actor = { ...userActor(0, 'Link'), kind: 'site_link' };
    expect(isGranted(grantsOf(link, 'view', 'contacts'), record('access', [0]))).toBe(false);
  });

  test('the filter finds exactly what is granted', () => {
    const capabilities = fc.subarray([...new Set(rows.map(([capability]) => capability))]);
    const type = fc.constantFrom(
      'access',
      'personal',
      'user',
      'placeholder',
      'access_placeholder',
      undefined,
    );
    const action = fc.constantFrom<RecordAction>('view', 'update', 'list');
    const postType = fc.constantFrom('contacts', 'groups', 'peoplegroups');
    const shares = fc.uniqueArray(fc.integer({ min: 1, max: 5 }));
    fc.assert(
      fc.property(capabilities, action, postType, type, shares, (held, wanted, key, kind, sharedWith) => {
        const grants = grantsOf(userActor(3, 'U', held), wanted, key);
        const subject = record(kind, sharedWith);
        expect(matches(grantFilter(grants), subject)).toBe(isGranted(grants, subject));
      }),
    );
  });
});

/** As much of MongoDB's matching as these filters use. */
function matches(filter: Record<string, unknown>, subject: Subject): boolean {
  return Object.entries(filter).every(([key, condition]) => {
    if (key === '$or') return (condition as Record<string, unknown>[]).some((part) => matches(part, subject));
    if (key === '_id') return (condition as { $in: unknown[] }).$in.length > 0;
    if (key === 'sharedWith') return subject.sharedWith.includes(condition as number);
    if (key === 'fields.type') return (condition as { $in: unknown[] }).$in.includes(subject.fields['type']);
    throw new Error(`an unknown condition: ${key}`);
  });
}
