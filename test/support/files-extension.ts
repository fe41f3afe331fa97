import { defineExtension } from '@svc/contracts/extension';

/** File fields of contacts, with and without limits. */
const filesExtension = defineExtension({
  name: 'files',
  version: '1.0.0',
  fields: {
    contacts: {
      x_files: { name: 'Papers', type: 'file_upload', tile: 'other' },
      x_small: {
        name: 'Small',
        type: 'file_upload',
        tile: 'other',
        accepted_file_types: ['image/*', '.csv', 'application/pdf'],
        max_file_size: 0.5,
      },
    },
  },
});

export { filesExtension as default };
