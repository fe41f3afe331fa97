import { expect, test } from '@jest/globals';
import { settingsChange } from './settings-change.ts';

test.each([
  [{}, {}],
  [{ locale: 'fr_FR' }, { locale: 'fr_FR' }],
  [{ locale: '' }, { locale: '' }],
  [{ update_display_name: ' Mona ' }, { displayName: 'Mona' }],
  [
    { gender: 'female', description: 'Likes tea' },
    { gender: 'female', description: 'Likes tea' },
  ],
  [{ description: 'Likes tea\nand cake' }, { description: 'Likes tea\nand cake' }],
  [{ locale: 'fr_FR', update_display_name: 'Mona' }, { displayName: 'Mona' }],
  [{ locale: 'fr_FR', gender: 'male' }, { locale: 'fr_FR' }],
  [{ add_push_token: { token: 't', device_id: 'd' }, nonsense: 1 }, {}],
])('%j changes %j', (settings, change) => {
  expect(settingsChange(settings)).toEqual(change);
});

test.each([
  [{ locale: 7 }, 'locale'],
  [{ locale: 'x'.repeat(36) }, 'locale'],
  [{ update_display_name: '  ' }, 'update_display_name'],
  [{ update_display_name: 'Mona\r\nAdministrator' }, 'update_display_name'],
  [{ locale: 'fr_FR\u0000' }, 'locale'],
  [{ gender: 'female\u0007' }, 'gender'],
  [{ gender: null, description: {} }, 'gender, description'],
])('%j is refused for %s', (settings, names) => {
  expect(() => settingsChange(settings)).toThrow(`Invalid parameter(s): ${names}`);
});
