import { expect, test } from '@jest/globals';
import { msg } from '@svc/contracts';
import { createTranslators, languageFor } from '@svc/language';
import type { User } from '../model/user.ts';
import type { PasswordResets as Resets } from '../passwords/password-resets.ts';
import { compose, paragraph, messageParagraph } from './compose.ts';
import { passwordResetMail } from './kinds/password-reset-mail.ts';

const translatorFor = createTranslators();

test.each([
  ['ar', 'lang="ar" dir="rtl"'],
  ['fa_IR', 'lang="fa-IR" dir="rtl"'],
  ['fr_FR', 'lang="fr-FR" dir="ltr"'],
])('a mail in %s has the language and the direction on its html and body elements', (locale, written) => {
  const { html } = compose('', [paragraph('…')], languageFor(locale));
  expect(html).toContain(`<html ${written}>`);
  expect(html).toContain(`<div ${written} style="text-align: start">`);
});

test('a mail with the text of a user has the direction auto', () => {
  expect(compose('', [paragraph('…')]).html).toContain('<div lang="" dir="auto"');
});

test('a name in a sentence is isolated in direction and escaped', () => {
  const hello = messageParagraph(msg`Hello ${'Ann <1>'},`, translatorFor('ar'));
  expect(hello).toEqual({ text: 'مرحبًا Ann <1>،', html: 'مرحبًا <bdi>Ann &lt;1&gt;</bdi>،' });
});

test.each([
  [undefined, '<bdi dir="ltr">-a1-</bdi>'],
  ['https://app.test/', '<a href="https://app.test/?token=-a1-" dir="ltr">https://app.test/?token=-a1-</a>'],
])(
  'the link or token to set a new password with the page %s is written left to right',
  async (resetUrl, html) => {
    const resets = { issue: () => Promise.resolve('-a1-') } as unknown as Resets;
    const write = passwordResetMail({
      resets,
      publicUrl: 'https://ref.test',
      resetUrl,
      now: () => new Date(),
    });
    const user = { displayName: 'Ann', username: 'ann' } as User;
    const reader = { user, translate: translatorFor('ar'), language: languageFor('ar') };
    expect((await write({ notifications: [] }, reader))?.html).toContain(`<p>${html}</p>`);
  },
);
