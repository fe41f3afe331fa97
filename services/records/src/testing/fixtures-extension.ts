import { defineExtension } from '@svc/contracts/extension';
import type { FieldFixture } from '../fields/testing/fixture.ts';
import { fixtures } from '../fields/testing/fixtures.ts';

/** The fixture of each field: `a_text` is read by everybody, `my_text` kept for each user, and so on for every type. */
export const fixturesByKey: Readonly<Record<string, FieldFixture>> = Object.fromEntries(
  Object.entries(fixtures).flatMap(([type, fixture]) => [
    ...(fixture.isAlwaysPrivate ? [] : [[`a_${type}`, fixture] as const]),
    ...(fixture.isNeverPrivate ? [] : [[`my_${type}`, fixture] as const]),
  ]),
);

const fields = Object.fromEntries(
  Object.entries(fixturesByKey).map(([key, { definition, isAlwaysPrivate }]) => {
    const isPrivate = key.startsWith('my_') && !isAlwaysPrivate;
    const type = key.replace(/^(?:a|my)_/, '');
    return [key, { ...definition, name: key, type, ...(isPrivate && { private: true }) }];
  }),
);

/** A post type with the fields of the fixtures, and the one that it is connected with. */
export default defineExtension({
  name: 'fixtures',
  version: '1.0.0',
  postTypes: {
    tests: {
      label_singular: 'Test',
      label_plural: 'Tests',
      fields: {
        ...fields,
        an_image: { name: 'Image', type: 'image' },
        some_files: { name: 'Files', type: 'file_upload' },
      },
    },
    others: { label_singular: 'Other', label_plural: 'Others', fields: {} },
  },
});
