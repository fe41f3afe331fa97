import { defineExtension } from '@svc/contracts/extension';

const options = { one: { label: 'option 1' }, two: { label: 'option 2' }, three: { label: 'option 3' } };
const tile = 'ext_tile';

/** A field of every type, with private ones of all types that may be. */
const fields = {
  number_test: { name: 'Number Test', type: 'number', default: 0, tile, min_option: 5 },
  number_bounded: { name: 'Number Bounded', type: 'number', tile, min_option: 5, max_option: 200 },
  number_test_private: { name: 'Number', type: 'number', default: 0, tile, private: true, max_option: 200 },
  text_test: { name: 'Text Test', type: 'text', tile },
  text_test_private: { name: 'Text Private', type: 'text', tile, private: true },
  textarea_test: { name: 'Textarea Test', type: 'textarea', tile },
  contact_channel_test: { name: 'Channel Test', type: 'communication_channel', tile },
  user_select_test: { name: 'User Select Test', type: 'user_select', tile },
  array_test: { name: 'Array Test', type: 'array', tile },
  location_test: { name: 'Location Test', type: 'location', tile },
  date_test: { name: 'Date Test', type: 'date', tile },
  date_test_private: { name: 'Date Private', type: 'date', tile, private: true },
  meeting_time: { name: 'Meeting Time', type: 'datetime', tile },
  boolean_test: { name: 'Boolean Test', type: 'boolean', default: false, tile },
  boolean_test_private: { name: 'Boolean Private', type: 'boolean', default: false, tile, private: true },
  multi_select_test: { name: 'Multi Select Test', type: 'multi_select', default: options, tile },
  multi_select_test_private: { name: 'Multi', type: 'multi_select', default: options, tile, private: true },
  key_select_test: { name: 'Key Select Test', type: 'key_select', default: options, tile },
  key_select_test_private: { name: 'Key', type: 'key_select', default: options, tile, private: true },
  tags_test: { name: 'Tags Test', type: 'tags', tile },
  tags_test_private: { name: 'Tags Private', type: 'tags', tile, private: true },
  link_test: {
    name: 'Link Test',
    type: 'link',
    default: { default: { label: 'Default' }, old: { label: 'Old', deleted: true } },
    tile,
  },
};

const status = {
  name: 'Status',
  type: 'key_select',
  default: { new: { label: 'New', color: '#F43636' }, done: { label: 'Done' } },
  tile: 'status',
  show_in_table: 10,
};

const tiles = { ext_tile: { label: 'Extension tile' } };

/** A post type with fields of every type, which it adds to contacts and groups as well; in a module of its own. */
const trainingsExtension = defineExtension({
  name: 'trainings',
  version: '1.0.0',
  modules: { trainings: { label: 'Trainings' } },
  postTypes: {
    trainings: {
      label_singular: 'Training',
      label_plural: 'Trainings',
      tiles,
      fields: { ...fields, status },
    },
  },
  tiles: { contacts: tiles, groups: tiles },
  fields: { contacts: fields, groups: fields },
  roles: { multiplier: { permissions: { access_trainings: true, create_trainings: true } } },
  setup({ addFilter }) {
    addFilter('svc_post_create_fields', (requested, postType) =>
      postType === 'trainings' ? { status: 'new', ...requested } : requested,
    );
  },
});

export default trainingsExtension;
