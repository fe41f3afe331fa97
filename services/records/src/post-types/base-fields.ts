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
  record_picture: { name: 'Picture', type: 'image', show_in_table: 1, hidden: true, customizable: false },
  last_modified: { name: 'Last Modified', type: 'date', default: 0, customizable: false, show_in_table: 100 },
  post_date: { name: 'Creation Date', type: 'date', default: 0, customizable: false },
  favorite: { name: 'Favorite', type: 'boolean', default: false, private: true, show_in_table: 6 },
  tags: {
    name: 'Tags',
    description: 'A useful way to group related items.',
    type: 'tags',
    default: [],
    tile: 'other',
  },
  follow: { name: 'Follow', type: 'multi_select', default: [], hidden: true, customizable: false },
  unfollow: { name: 'Un-Follow', type: 'multi_select', default: [], hidden: true, customizable: false },
  tasks: { name: 'Tasks', type: 'task', private: true, customizable: false },
  notes: { name: 'Notes', type: 'array', hidden: true, customizable: false },
  location_grid: {
    name: 'Locations',
    description: 'The places where this record is found or active.',
    type: 'location',
    mapbox: false,
    in_create_form: true,
    tile: 'details',
  },
  location_grid_meta: {
    name: 'Locations or Address',
    type: 'location_meta',
    tile: 'details',
    mapbox: false,
    hidden: true,
    in_create_form: true,
  },
} satisfies Record<string, FieldDefinition>;
