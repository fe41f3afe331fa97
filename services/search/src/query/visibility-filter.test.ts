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

  test.each([
    [undefined, 'type IN ["access", "access_placeholder"]'],
    [[], 'type IN ["access", "access_placeholder"]'],
    [['web', 'all'], 'type IN ["access", "access_placeholder"]'],
    [['web', 'a "b'], '(type IN ["access"] AND sources IN ["web", "a \\"b"])'],
    [['restrict_all_sources'], '(type IN ["access"] AND sources IN ["restrict_all_sources"])'],
  ])('lets contacts through whose sources are among %j', (allowedSources, expected) => {
    const actor = {
      ...userActor(7, 'Ann', ['access_specific_sources']),
      ...(allowedSources && { allowedSources }),
    };
    expect(visibilityFilter('contacts', actor)).toBe(
      `post_type = "contacts" AND (viewers = 7 OR ${expected})`,
    );
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
