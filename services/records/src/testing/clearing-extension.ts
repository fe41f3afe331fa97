import { recordsUpdate } from '@svc/contracts';
import { defineExtension } from '@svc/contracts/extension';

/** The name of contacts whose baptizers are removed just before the renumbering writes what it has read of them. */
export const clearedAtOnce = 'Cleared at once';

/** Comes between the renumbering's reading and writing. */
export default defineExtension({
  name: 'clearing',
  version: '1.0.0',
  setup({ addFilter, call }) {
    addFilter('svc_post_update_fields', async (fields, postType, id, { name }) => {
      const isRenumbering = 'baptism_generation' in fields && !('baptized_by' in fields);
      if (name === clearedAtOnce && isRenumbering) {
        const cleared = { baptized_by: { values: [], force_values: true } };
        await call(recordsUpdate, { post_type: postType, id, fields: cleared, silent: true });
      }
      return fields;
    });
  },
});
