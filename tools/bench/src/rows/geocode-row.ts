import { recordsPlaces } from '@svc/contracts';
import type { RowOverBus } from './row.ts';

/** The row of the built-in location grid in which a point lies: any point between 56° south and 71° north, where people live. */
export const geocodeRow: RowOverBus = {
  name: 'geocode',
  title: 'place of a point',
  asks: ({ choices }, admin) => {
    const point = { lng: choices.next() * 360 - 180, lat: choices.next() * 127 - 56 };
    return admin(recordsPlaces, { grid_ids: [], points: [point] });
  },
};
