import { defineExtension } from '@svc/contracts/extension';

/** Ends the waiting of the filters. */
export const { promise: released, resolve: release } = Promise.withResolvers<void>();

/** An extension whose filter of answers waits for the test, for callers who are named `Slow`. */
const slowExtension = defineExtension({
  name: 'slow',
  version: '1.0.0',
  setup({ addFilter }) {
    addFilter('svc_after_get_post_fields_filter', async (fields, _postType, { actor }) => {
      if (actor.displayName === 'Slow') await released;
      return fields;
    });
  },
});

export default slowExtension;
