import type { FieldDefinition } from '@svc/contracts';
import { defineExtension } from '@svc/contracts/extension';

const options = { one: { label: 'One' }, two: { label: 'Two' }, none: { label: 'Nothing' } };

const ownFields = {
  a_text: { name: 'Text', type: 'text' },
  a_textarea: { name: 'Textarea', type: 'textarea' },
  a_number: { name: 'Number', type: 'number' },
  a_flag: { name: 'Flag', type: 'boolean' },
  flag_on: { name: 'On', type: 'boolean', default: true },
  an_option: { name: 'Option', type: 'key_select', default: options },
  some_options: { name: 'Options', type: 'multi_select', default: options },
  some_tags: { name: 'Tags', type: 'tags' },
  a_date: { name: 'Date', type: 'date' },
  a_datetime: { name: 'Moment', type: 'datetime' },
  a_channel: { name: 'Channel', type: 'communication_channel' },
  a_user: { name: 'User', type: 'user_select' },
  a_link: { name: 'Link', type: 'link', default: { web: { label: 'Web' } } },
  an_array: { name: 'Array', type: 'array' },
  some_places: { name: 'Places', type: 'location' },
  some_places_meta: { name: 'Points', type: 'location_meta' },
  an_image: { name: 'Image', type: 'image' },
  some_files: { name: 'Files', type: 'file_upload' },
} satisfies Readonly<Record<string, FieldDefinition>>;

/** Private copies of the fields. */
const privateFields = Object.fromEntries(
  Object.entries<FieldDefinition>(ownFields).map(([key, definition]) => [
    `my_${key}`,
    { ...definition, name: `My ${definition.name}`, private: true },
  ]),
);

const verbs = { access_items: true, create_items: true, access_boxes: true, create_boxes: true };

/** A post type with a field of every type, also private ones, for tests of lists. */
const listedItems = defineExtension({
  name: 'listed-items',
  version: '1.0.0',
  postTypes: {
    items: {
      label_singular: 'Item',
      label_plural: 'Items',
      fields: {
        ...ownFields,
        ...privateFields,
        some_tasks: { name: 'Tasks', type: 'task' },
        some_reminders: { name: 'Reminders', type: 'post_user_meta' },
        boxes: {
          name: 'Boxes',
          type: 'connection',
          post_type: 'boxes',
          p2p_key: 'items_to_boxes',
          p2p_direction: 'from',
          one_way: true,
        },
        peers: {
          name: 'Peers',
          type: 'connection',
          post_type: 'items',
          p2p_key: 'items_to_items',
          p2p_direction: 'any',
        },
      },
    },
    boxes: { label_singular: 'Box', label_plural: 'Boxes', fields: {} },
  },
  // Users can only grant roles whose capabilities they have.
  roles: Object.fromEntries(
    ['multiplier', 'dispatcher', 'dt_admin', 'administrator'].map((role) => [role, { permissions: verbs }]),
  ),
});

export { listedItems as default };
