import { defineExtension } from '@svc/contracts/extension';

const colours = { red: { label: 'Red' }, blue: { label: 'Blue' } };

/** Visits after the types of their fields changed (`typed-extension.ts`). */
export default defineExtension({
  name: 'visits',
  version: '2.0.0',
  postTypes: {
    visits: {
      label_singular: 'Visit',
      label_plural: 'Visits',
      fields: {
        seats: { name: 'Seats', type: 'number', min_option: 0 },
        notice: { name: 'Notice', type: 'textarea' },
        colour: { name: 'Colour', type: 'key_select', default: colours },
        topics: { name: 'Topics', type: 'multi_select', default: colours },
        day: { name: 'Day', type: 'text' },
        rank: { name: 'Rank', type: 'number' },
        place: { name: 'Place', type: 'text' },
        remark: { name: 'Remark', type: 'array' },
        mine: { name: 'Mine', type: 'number', private: true },
      },
    },
  },
});
