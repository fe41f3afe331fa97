import { defineExtension } from '@svc/contracts/extension';

const colours = { red: { label: 'Red' }, blue: { label: 'Blue' } };

/** Visits before the types of their fields change (`retyped-extension.ts`). */
export default defineExtension({
  name: 'visits',
  version: '1.0.0',
  postTypes: {
    visits: {
      label_singular: 'Visit',
      label_plural: 'Visits',
      fields: {
        seats: { name: 'Seats', type: 'text' },
        notice: { name: 'Notice', type: 'text' },
        colour: { name: 'Colour', type: 'text' },
        topics: { name: 'Topics', type: 'tags' },
        day: { name: 'Day', type: 'date' },
        rank: { name: 'Rank', type: 'key_select', default: colours },
        place: { name: 'Place', type: 'location' },
        remark: { name: 'Remark', type: 'text' },
        mine: { name: 'Mine', type: 'text', private: true },
      },
    },
  },
});
