import { defineExtension } from '@svc/contracts/extension';

const options = { two: { label: 'Two' }, one: { label: 'One' }, three: { label: 'Three' } };

/** A post type with a field of every type. */
const sampleExtension = defineExtension({
  name: 'samples',
  version: '1.0.0',
  postTypes: {
    samples: {
      label_singular: 'Sample',
      label_plural: 'Samples',
      fields: {
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
      },
    },
  },
});

export default sampleExtension;
