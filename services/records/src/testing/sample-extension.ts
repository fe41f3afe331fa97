import type { FieldDefinition } from '@svc/contracts';
import { defineExtension } from '@svc/contracts/extension';
import { connection } from './connection-field.ts';

const options = { two: { label: 'Two' }, one: { label: 'One' }, three: { label: 'Three' } };

const ownFields = {
  a_text: { name: 'Text', type: 'text' },
  a_textarea: { name: 'Textarea', type: 'textarea' },
  a_number: { name: 'Number', type: 'number' },
  a_flag: { name: 'Flag', type: 'boolean', default: false },
  an_option: { name: 'Option', type: 'key_select', default: options },
  some_options: {
    name: 'Options',
    type: 'multi_select',
    default: { two: { label: '2' }, one: { label: '1' }, three: { label: '3' } },
  },
  some_tags: { name: 'Tags', type: 'tags' },
  a_date: { name: 'Date', type: 'date' },
  a_datetime: { name: 'Moment', type: 'datetime' },
  a_channel: { name: 'Channel', type: 'communication_channel' },
  a_user: { name: 'User', type: 'user_select' },
  a_link: {
    name: 'Link',
    type: 'link',
    default: { web: { label: 'Web' }, blog: { label: 'Blog' }, old: { label: 'Old', deleted: true } },
  },
  an_array: { name: 'Array', type: 'array' },
  some_places: { name: 'Places', type: 'location' },
  some_places_meta: { name: 'Points', type: 'location_meta' },
  an_image: { name: 'Image', type: 'image' },
  some_files: { name: 'Files', type: 'file_upload' },
} satisfies Readonly<Record<string, FieldDefinition>>;

/** The same fields once more, kept for each user: `my_a_text` and so on. */
const privateFields = Object.fromEntries(
  Object.entries<FieldDefinition>(ownFields).map(([key, definition]) => [
    `my_${key}`,
    { ...definition, name: `My ${definition.name}`, private: true },
  ]),
);

const counted = {
  connection_count_field: { post_type: 'sets', field_key: 'sample_count', connection_field: 'samples' },
};

/** A post type with a field of every type, private ones too, and one that it is connected with in every way. */
const sampleExtension = defineExtension({
  name: 'samples',
  version: '1.0.0',
  postTypes: {
    samples: {
      label_singular: 'Sample',
      label_plural: 'Samples',
      fields: {
        ...ownFields,
        ...privateFields,
        some_tasks: { name: 'Tasks', type: 'task' },
        some_reminders: { name: 'Reminders', type: 'post_user_meta' },
        sets: { ...connection('Sets', 'sets', 'samples_to_sets', 'from'), ...counted },
        peers: connection('Peers', 'samples', 'samples_to_peers', 'any'),
      },
    },
    sets: {
      label_singular: 'Set',
      label_plural: 'Sets',
      fields: {
        samples: { ...connection('Samples', 'samples', 'samples_to_sets', 'to'), ...counted },
        sample_count: { name: 'Sample Count', type: 'number' },
        parents: connection('Parents', 'sets', 'sets_to_sets', 'from'),
        children: connection('Children', 'sets', 'sets_to_sets', 'to'),
      },
    },
  },
});

export default sampleExtension;
