import { defineExtension } from '@svc/contracts/extension';

/** An extension that tells everybody a way to log in. */
export default defineExtension({
  name: 'open-door',
  version: '2.1.0',
  setup({ addFilter }) {
    addFilter('svc_core_public_endpoint_settings', (settings, { actor }) => {
      return { ...settings, login_settings: [{ type: 'saml' }], motto: `for ${actor.locale}` };
    });
  },
});
