import { expect, test } from '@jest/globals';
import { permalinkMaker, permalinkTemplate } from './permalink-template.ts';

const publicUrl = 'https://records.test';

test.each([
  [undefined, 'https://records.test/contacts/12'],
  ['/app/{post_type}/{id}/', 'https://records.test/app/contacts/12/'],
  ['https://app.test/{post_type}/{id}', 'https://app.test/contacts/12'],
  ['https://app.test:8443/#/{id}?of={post_type}', 'https://app.test:8443/#/12?of=contacts'],
  ['http://127.0.0.1:3000/{post_type}/{id}', 'http://127.0.0.1:3000/contacts/12'],
])('the template %s gives the permalink %s', (template, address) => {
  const parsed = permalinkTemplate.parse(template);
  expect(permalinkMaker(publicUrl, parsed)('contacts', 12)).toBe(address);
});

test.each([
  '',
  'https://app.test/',
  'https://app.test/{post_type}',
  'https://app.test/{id}',
  '{post_type}/{id}',
  '//app.test/{post_type}/{id}',
  'ftp://app.test/{post_type}/{id}',
  'javascript:alert(1)//{post_type}/{id}',
  'https://{post_type}.app.test/{id}',
  'https://user:secret@app.test/{post_type}/{id}',
  'https://app.test/"{post_type}"/{id}',
  'https://app.test/{post_type}/{id} ',
])('%j is not a valid template', (template) => {
  expect(permalinkTemplate.safeParse(template).error?.issues[0]?.message).toMatch(
    /^must be an address or a path/,
  );
});
