import { recordsPlaces } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { LocationDeps } from '../../locations/location-deps.ts';
import type { Place } from '../../model/places.ts';

/** Rows of the location grid, for services that store places of their own. */
export const places = defineHandler(recordsPlaces, async (call, deps: LocationDeps) => {
  const { grid_ids: gridIds, points } = call.input;
  const named = await deps.places.named(call.deadline, { gridIds, points });
  const byId = [...new Set(gridIds)].map((id) => named.get(id));
  return {
    places: byId.filter((place) => place !== undefined).map(toAnswer),
    at: points.map((point) => {
      const place = named.at(point);
      return place ? toAnswer(place) : null;
    }),
  };
});

function toAnswer({ gridId, name, fullName, levelName, lng, lat }: Place) {
  return { grid_id: gridId, name, full_name: fullName, level: levelName, lng, lat };
}
