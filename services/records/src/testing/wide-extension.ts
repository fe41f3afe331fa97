import type { FieldDefinition } from '@svc/contracts';
import { defineExtension } from '@svc/contracts/extension';
import { connection } from './connection-field.ts';

const options = { one: { label: 'One' }, two: { label: 'Two' } };
const kinds: readonly (readonly [
  definition: Pick<FieldDefinition, 'type' | 'default' | 'private'>,
  value: unknown,
])[] = [
  [{ type: 'text' }, 'words'],
  [{ type: 'textarea' }, 'more words'],
  [{ type: 'number' }, 7],
  [{ type: 'boolean' }, true],
  [{ type: 'key_select', default: options }, 'one'],
  [{ type: 'multi_select', default: options }, { values: [{ value: 'two' }] }],
  [{ type: 'tags' }, { values: [{ value: 'tag' }] }],
  [{ type: 'date' }, '2026-01-01'],
  [{ type: 'communication_channel' }, [{ value: '555' }]],
  [{ type: 'text', private: true }, 'mine'],
];
const keys = Array.from({ length: 20 * kinds.length }, (_, index) => `f${index}`);
const ofEach = <Value>(made: (kind: (typeof kinds)[number]) => Value) =>
  Object.fromEntries(keys.map((key, index) => [key, made(kinds[index % kinds.length] as (typeof kinds)[0])]));

/** A value for each of these fields. */
export const wideValues = ofEach(([, value]) => value);

/** A post type with as many fields as a large installation declares. */
const wideExtension = defineExtension({
  name: 'wide',
  version: '1.0.0',
  postTypes: {
    wides: {
      label_singular: 'Wide',
      label_plural: 'Wides',
      fields: ofEach(([definition]) => ({ ...definition, name: 'One of many' })),
    },
  },
  fields: {
    wides: { others: connection('Others', 'teams', 'wides_to_teams', 'from') },
    teams: { wides: connection('Wides', 'wides', 'wides_to_teams', 'to') },
  },
});

export default wideExtension;
