import { defineExtension, type ExtensionSetup } from '@svc/contracts/extension';

/** Mistakes of three kinds: one in the form, one in a reference, and one in the setup. */
export default defineExtension({
  name: 'mistaken',
  version: '1.0.0',
  fields: { contacts: { x: { name: 'X', type: 'number', requird: true, tile: 'detials' } } },
  setup({ addFilter }: ExtensionSetup) {
    addFilter('svc_post_creat_fields' as 'svc_post_create_fields', (fields) => fields);
  },
});
