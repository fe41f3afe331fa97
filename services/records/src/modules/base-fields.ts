import type { FieldDefinition } from '@svc/contracts';

/** The fields that every post type has. */
export const baseFields = {
  name: {
    name: 'Name',
    type: 'text',
    tile: 'details',
    in_create_form: true,
    required: true,
    show_in_table: 5,
  },
  last_modified: { name: 'Last Modified', type: 'date', default: 0, customizable: false, show_in_table: 100 },
  post_date: { name: 'Creation Date', type: 'date', default: 0, customizable: false },
  tags: {
    name: 'Tags',
    description: 'A useful way to group related items.',
    type: 'tags',
    default: [],
    tile: 'other',
  },
} satisfies Record<string, FieldDefinition>;
