import { defineExtension } from '@svc/contracts/extension';

const options = { default: { one: { label: 'One' }, two: { label: 'Two' } } };

/** Fields of all types in a tile of contacts, for the editors of the console. */
const everyField = defineExtension({
  name: 'every-field',
  version: '1.0.0',
  tiles: { contacts: { every: { label: 'Every type' } } },
  fields: {
    contacts: {
      x_text: { name: 'X text', type: 'text', tile: 'every' },
      x_textarea: { name: 'X textarea', type: 'textarea', tile: 'every' },
      x_number: { name: 'X number', type: 'number', tile: 'every' },
      x_boolean: { name: 'X boolean', type: 'boolean', tile: 'every' },
      x_key_select: { name: 'X key_select', type: 'key_select', tile: 'every', ...options },
      x_multi_select: { name: 'X multi_select', type: 'multi_select', tile: 'every', ...options },
      x_tags: { name: 'X tags', type: 'tags', tile: 'every' },
      x_date: { name: 'X date', type: 'date', tile: 'every' },
      x_datetime: { name: 'X datetime', type: 'datetime', tile: 'every' },
      x_user_select: { name: 'X user_select', type: 'user_select', tile: 'every' },
      x_link: { name: 'X link', type: 'link', tile: 'every', ...options },
      x_task: { name: 'X task', type: 'task', tile: 'every' },
      x_file_upload: { name: 'X file_upload', type: 'file_upload', tile: 'every' },
      x_image: { name: 'X image', type: 'image', tile: 'every' },
    },
  },
});

export { everyField as default };
