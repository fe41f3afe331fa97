import { recordsUpdate } from '@svc/contracts';
import { defineExtension } from '@svc/contracts/extension';

/** The JSON in the nickname of a contact that controls this extension. */
export interface NamingOrder {
  /** An update to make as the caller. */
  readonly update?: { post_type: string; id: number; fields: Record<string, unknown> };
  /** Fields to add to the write. */
  readonly add?: Record<string, unknown>;
}

/** An extension whose hooks name other records during a write, and whose role lists all groups but views none. */
export default defineExtension({
  name: 'naming',
  version: '1.0.0',
  roles: {
    lister: {
      label: 'Lister',
      permissions: {
        access_contacts: true,
        create_contacts: true,
        access_groups: true,
        list_all_groups: true,
      },
    },
  },
  setup({ addFilter }) {
    addFilter('svc_post_update_fields', async (...[fields, , , , { call }]) => {
      const { nickname } = fields;
      if (typeof nickname !== 'string' || !nickname.startsWith('{')) return fields;
      const { update, add } = JSON.parse(nickname) as NamingOrder;
      if (update) await call(recordsUpdate, { ...update, silent: false });
      return { ...fields, nickname: 'done', ...add };
    });
  },
});
