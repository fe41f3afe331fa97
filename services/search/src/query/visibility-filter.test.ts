import { describe, expect, test } from '@jest/globals';
import fc from 'fast-check';
import { systemActor } from '@svc/contracts';
import { userActor } from '@svc/service-kit/testing';
import { visibilityFilter } from './visibility-filter.ts';

const open = 'type IN ["access", "user", "access_placeholder"]';

describe('visibilityFilter', () => {
  test.each([
    ['contacts', [], 'post_type = "contacts" AND (viewers = 7)'],
    ['contacts', ['dt_all_access_contacts'], `post_type = "contacts" AND (viewers = 7 OR ${open})`],
    ['contacts', ['view_any_contacts'], `post_type = "contacts" AND (viewers = 7 OR ${open})`],
    [
      'contacts',
      ['access_specific_sources'],
      'post_type = "contacts" AND (viewers = 7 OR type IN ["access", "access_placeholder"])',
    ],
    [
      'groups',
      ['dt_all_access_contacts', 'access_specific_sources'],
      'post_type = "groups" AND (viewers = 7)',
    ],
    ['groups', ['view_any_groups'], 'post_type = "groups"'],
    ['trainings', ['view_any_groups'], 'post_type = "trainings" AND (viewers = 7)'],
  ])('lets %s through for %j', (postType, capabilities, expected) => {
    expect(visibilityFilter(postType, userActor(7, 'Ann', capabilities))).toBe(expected);
  });

  test('lets everything of the type through for the system', () => {
    expect(visibilityFilter('contacts', systemActor('test'))).toBe('post_type = "contacts"');
  });

  test('keeps any name of a type within its quotes', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (postType) => {
        const filter = visibilityFilter(postType, userActor(7, 'Ann'));
        expect(filter).toMatch(/^post_type = "(?:[^"\\]|\\["\\])*" AND \(viewers = 7\)$/s);
      }),
    );
  });
});
