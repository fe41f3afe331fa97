import { defineExtension } from '@svc/contracts/extension';

/** An extension with French translations of its labels and errors, and with settings that everybody is told. */
export default defineExtension({
  name: 'translated',
  version: '1.0.0',
  pluginUrl: 'https://example.test/translated',
  fields: {
    contacts: {
      x_shirt: {
        name: 'Shirt',
        type: 'key_select',
        default: { red: { label: 'Red' }, blue: { label: 'Blue' } },
      },
    },
  },
  translations: { fr_FR: { Shirt: 'Chemise', Red: 'Rouge', 'No grey here': 'Pas de gris ici' } },
  setup({ addFilter }) {
    addFilter('svc_post_create_fields', (fields) => {
      if (fields['nickname'] === 'Grey') throw new Error('No grey here');
      return fields;
    });
    addFilter('svc_core_public_endpoint_settings', (settings, { actor }) => {
      return { ...settings, login_settings: [{ type: 'saml' }], motto: `for ${actor.locale}` };
    });
  },
});
