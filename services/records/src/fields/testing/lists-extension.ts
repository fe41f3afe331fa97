import { defineExtension } from '@svc/contracts/extension';

/** A post type with fields that keep lists of their own in the record or per user. */
const listsExtension = defineExtension({
  name: 'lists',
  version: '1.0.0',
  postTypes: {
    lists: {
      label_singular: 'List',
      label_plural: 'Lists',
      fields: {
        links: {
          name: 'Links',
          type: 'link',
          default: { blog: { label: 'Blog' }, old: { label: 'Old', deleted: true } },
        },
        own_links: { name: 'Own', type: 'link', default: { blog: { label: 'Blog' } }, private: true },
        data: { name: 'Data', type: 'array' },
        todo: { name: 'To do', type: 'tasks' },
        reminders: { name: 'Reminders', type: 'post_user_meta' },
        picture: { name: 'Picture', type: 'image' },
      },
    },
  },
});

export default listsExtension;
