import { defineExtension } from '@svc/contracts/extension';

/** Roles with one right to contacts and groups each. They may not list or view what others have created. */
const limitedRoles = defineExtension({
  name: 'limited-roles',
  version: '1.0.0',
  roles: {
    creator: { label: 'Creator', permissions: { create_contacts: true, create_groups: true } },
    updater: { label: 'Updater', permissions: { update_any_contacts: true, update_any_groups: true } },
  },
});

export { limitedRoles as default };
