import type { FieldDefinition } from '@svc/contracts';
import { defineExtension } from '@svc/contracts/extension';

const options = { one: { label: 'One' }, two: { label: 'Two' } };
const types: readonly Omit<FieldDefinition, 'name'>[] = [
  { type: 'text' },
  { type: 'textarea' },
  { type: 'number' },
  { type: 'boolean' },
  { type: 'key_select', default: options },
  { type: 'multi_select', default: options },
  { type: 'tags' },
  { type: 'date' },
  { type: 'communication_channel' },
  { type: 'text', private: true },
];

/** How many fields the wide post type has besides those that every type has. */
export const wideFields = 199;

/** A post type with as many fields as a large installation declares. */
const wideExtension = defineExtension({
  name: 'wide',
  version: '1.0.0',
  postTypes: {
    wides: {
      label_singular: 'Wide',
      label_plural: 'Wides',
      fields: Object.fromEntries(
        Array.from({ length: wideFields - 1 }, (_, index) => {
          const definition = types[index % types.length] as Pick<FieldDefinition, 'type'>;
          return [`f${index}_${definition.type}`, { ...definition, name: `Field ${index}` }];
        }),
      ),
    },
  },
  fields: {
    wides: {
      others: {
        name: 'Others',
        type: 'connection',
        post_type: 'teams',
        p2p_key: 'wides_to_teams',
        p2p_direction: 'from',
      },
    },
    teams: {
      wides: {
        name: 'Wides',
        type: 'connection',
        post_type: 'wides',
        p2p_key: 'wides_to_teams',
        p2p_direction: 'to',
      },
    },
  },
});

export default wideExtension;
