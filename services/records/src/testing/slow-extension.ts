import { defineExtension } from '@svc/contracts/extension';

/** The filters of answers that wait for the test. */
export const slowFilters = {
  waiting: 0,
  /** Ends the waiting of all. */
  end(): void {
    for (const each of ends.splice(0)) each();
  },
};

const ends: (() => void)[] = [];

/** An extension whose first filter of an answer with the nickname `slow` or `slow once` waits for the test. The second refuses `slow once`. */
const slowExtension = defineExtension({
  name: 'slow',
  version: '1.0.0',
  setup({ addFilter }) {
    const served = new Set<unknown>();
    addFilter('svc_after_get_post_fields_filter', async (fields) => {
      const { ID: id, nickname } = fields;
      if (nickname !== 'slow' && nickname !== 'slow once') return fields;
      if (!served.has(id)) {
        served.add(id);
        slowFilters.waiting += 1;
        await new Promise<void>((resolve) => ends.push(resolve));
      } else if (nickname === 'slow once') throw new Error('There was one answer.');
      return fields;
    });
  },
});

export default slowExtension;
