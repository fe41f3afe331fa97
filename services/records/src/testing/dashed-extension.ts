import { defineExtension } from '@svc/contracts/extension';

/** Adds fields to the samples whose keys contain what `sort` begins with. */
const dashedExtension = defineExtension({
  name: 'dashed',
  version: '1.0.0',
  fields: {
    samples: {
      'a-dashed-number': { name: 'Dashed', type: 'number' },
      a: { name: 'A', type: 'text' },
    },
  },
});

export default dashedExtension;
