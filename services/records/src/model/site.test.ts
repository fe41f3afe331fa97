import { expect, test } from '@jest/globals';
import { Site } from './site.ts';

const siteWith = (permalinkTemplate?: string) =>
  new Site({ publicUrl: 'https://records.test', permalinkTemplate, dateFormat: 'Y-m-d', timezone: 'UTC' });

test('the built-in address of a record ends with a slash, except in lists', () => {
  expect(siteWith().permalink('contacts', 12)).toBe('https://records.test/contacts/12/');
  expect(siteWith().listPermalink('contacts', 12)).toBe('https://records.test/contacts/12');
});

test('an address from a template is the same in records and in lists', () => {
  const site = siteWith('https://app.test/?type={post_type}#{id}');
  for (const address of [site.permalink('groups', 7), site.listPermalink('groups', 7)])
    expect(address).toBe('https://app.test/?type=groups#7');
});
