import { defineExtension } from '@svc/contracts/extension';

/** Fields of contacts with special treatment in the history, and a type with a hidden one-way connection to contacts. */
const notedFields = defineExtension({
  name: 'noted-fields',
  version: '1.0.0',
  postTypes: { trainings: { label_singular: 'Training', label_plural: 'Trainings', fields: {} } },
  fields: {
    contacts: {
      n_link: {
        name: 'Noted Link',
        type: 'link',
        default: { blog: { label: 'Blog' }, shop: { label: 'Shop' } },
      },
      n_private: { name: 'Noted Private', type: 'text', private: true },
      n_hidden: { name: 'Noted Hidden', type: 'text', hidden: true },
      n_hidden_trainings: {
        name: 'Hidden Trainings',
        type: 'connection',
        post_type: 'trainings',
        hidden: true,
        p2p_key: 'contacts_to_hidden_trainings',
        p2p_direction: 'from',
        one_way: true,
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
