import { expect, test } from '@jest/globals';
import { asMessage, counted, msg } from '@svc/contracts';
import { createTranslators } from './create-translators.ts';

const translatorFor = createTranslators();
const french = translatorFor('fr_CA');

test('values are inserted at their places in the translation, and are not translated', () => {
  expect(french(msg`Shared with ${'Nobody'}`)).toBe('Partagé avec Nobody');
  expect(french(msg`You do not have permission to update ${'contacts'} with ID ${5}`)).toBe(
    'Vous n’avez pas la permission de modifier contacts avec l’identifiant 5',
  );
});

test('a message within a message is translated too', () => {
  expect(french(msg`${'Assigné à'}: ${asMessage('Nobody')}`)).toBe('Assigné à : Personne');
});

test.each(['{{name}}', '$t(Nobody)', '{0}', 'a.b:c', 'constructor', '__proto__', '', '<b>&'])(
  'an unknown text and a value are not changed: %s',
  (text) => {
    expect(french(text)).toBe(text);
    expect(french(msg`Shared with ${text}`)).toBe(`Partagé avec ${text}`);
  },
);

test('the braces around the date of a note are kept', () => {
  expect(french(msg`${'Date'}: {${1795177769}}`)).toBe('Date : {1795177769}');
});

test('a language has one translator, and an untranslated language uses the English one', () => {
  expect(translatorFor('fr_FR')).toBe(french);
  expect(translatorFor('vi')).toBe(translatorFor('en_GB'));
});

test.each([
  ['en_US', '0 new notifications', '1 new notification', '2 new notifications'],
  ['fr_FR', '0 nouvelle notification', '1 nouvelle notification', '2 nouvelles notifications'],
  ['es_ES', '0 notificaciones nuevas', '1 notificación nueva', '2 notificaciones nuevas'],
])('counted texts have the plural forms of %s', (language, ...texts) => {
  expect([0, 1, 2].map((count) => translatorFor(language)(msg`${counted(count)} new notifications`))).toEqual(
    texts,
  );
});

test('a missing plural form falls back to the text without a plural form', () => {
  const added = createTranslators([{ fr_FR: { '{0} shirts': '{0} chemises' } }]);
  expect(added('fr_FR')(msg`${counted(1)} shirts`)).toBe('1 chemises');
  expect(added('vi')(msg`${counted(1)} shirts`)).toBe('1 shirts');
});

test('added texts override the catalogues and earlier additions, in their own language only', () => {
  const added = createTranslators([
    { fr_FR: { Shirt: 'Chemise', Nobody: 'Aucun' } },
    { fr_FR: { Nobody: 'Pas une âme' } },
  ]);
  expect(['Shirt', 'Nobody', 'Yes'].map(added('fr_FR'))).toEqual(['Chemise', 'Pas une âme', 'Oui']);
  expect(['Shirt', 'Nobody'].map(added('es_ES'))).toEqual(['Shirt', 'Nadie']);
  expect(french('Nobody')).toBe('Personne');
});
