import { defineExtension } from '@svc/contracts/extension';

const options = { one: { label: 'Option One' }, two: { label: 'Option Two' } };

/** Fields of every type on contacts, private and hidden ones among them, and a type that connects with contacts one way. */
const notedFields = defineExtension({
  name: 'noted-fields',
  version: '1.0.0',
  postTypes: { trainings: { label_singular: 'Training', label_plural: 'Trainings', fields: {} } },
  fields: {
    contacts: {
      n_text: { name: 'Noted Text', type: 'text' },
      n_textarea: { name: 'Noted Textarea', type: 'textarea' },
      n_option: { name: 'Noted Option', type: 'key_select', default: options },
      n_new_option: {
        name: 'Noted New Option',
        type: 'key_select',
        default: options,
        customizable: 'all',
      },
      n_options: { name: 'Noted Options', type: 'multi_select', default: options },
      n_tags: { name: 'Noted Tags', type: 'tags' },
      n_flag: { name: 'Noted Flag', type: 'boolean' },
      n_number: { name: 'Noted Number', type: 'number' },
      n_date: { name: 'Noted Date', type: 'date' },
      n_moment: { name: 'Noted Moment', type: 'datetime' },
      n_user: { name: 'Noted User', type: 'user_select' },
      n_places: { name: 'Noted Places', type: 'location' },
      n_points: { name: 'Noted Points', type: 'location_meta' },
      n_channel: { name: 'Noted Channel', type: 'communication_channel' },
      n_link: {
        name: 'Noted Link',
        type: 'link',
        default: { blog: { label: 'Blog' }, shop: { label: 'Shop' } },
      },
      n_array: { name: 'Noted Array', type: 'array' },
      n_tasks: { name: 'Noted Tasks', type: 'task' },
      n_private: { name: 'Noted Private', type: 'text', private: true },
      n_hidden: { name: 'Noted Hidden', type: 'text', hidden: true },
      n_trainings: {
        name: 'Noted Trainings',
        type: 'connection',
        post_type: 'trainings',
        p2p_key: 'contacts_to_trainings',
        p2p_direction: 'from',
      },
      n_hidden_trainings: {
        name: 'Hidden Trainings',
        type: 'connection',
        post_type: 'trainings',
        hidden: true,
        p2p_key: 'contacts_to_hidden_trainings',
        p2p_direction: 'from',
      },
    },
  },
  roles: {
    administrator: {
      permissions: {
        access_trainings: true,
        create_trainings: true,
        view_any_trainings: true,
        update_any_trainings: true,
      },
    },
  },
});

export { notedFields as default };
