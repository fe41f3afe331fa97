import { msg, asMessage, type Message } from '@svc/contracts';
import { z } from 'zod';
import { invalidParam, type Call } from '@svc/service-kit';
import type { StoredPlace } from '../model/user-settings.ts';
import type { GridRow, RecordNames } from './record-names.ts';

const number = z.union([
  z.number(),
  z
    .string()
    .regex(/^-?\d{1,15}(\.\d+)?$/)
    .transform(Number),
]);
const degrees = (max: number) => number.pipe(z.number().min(-max).max(max));
const word = (maxLength: number) => z.string().trim().max(maxLength);

/** A place as clients send it: a row of the grid, or a point with data from a map. */
const sentPlace = z.object({
  grid_id: number.pipe(z.int().min(1)).optional(),
  lng: degrees(180).optional(),
  lat: degrees(90).optional(),
  level: word(60).optional(),
  label: word(250).optional(),
  source: word(60).optional(),
});

type SentPlace = z.infer<typeof sentPlace>;

export type NewPlace = Omit<StoredPlace, 'id'>;

/**
 * Validates places and completes them from the location grid.
 * @throws ServiceError `rest_invalid_param` naming the first invalid place.
 */
export async function readPlaces(
  call: Pick<Call, 'deadline'>,
  sent: readonly unknown[],
  names: Pick<RecordNames, 'places'>,
): Promise<NewPlace[]> {
  const wanted = sent.map((value, index) => parsePlace(value, index));
  const gridIds = wanted.flatMap(({ grid_id: id }) => id ?? []);
  const points = wanted.flatMap((place) => (place.grid_id === undefined ? [pointOf(place)] : []));
  const { byId, at } = await names.places(call, { grid_ids: gridIds, points });
  const found = at.values();
  return wanted.map((place, index) => {
    const row = place.grid_id === undefined ? found.next().value : byId.get(place.grid_id);
    if (!row) throw refused(index, 'must be within the location grid');
    return withRow(place, row);
  });
}

function parsePlace(value: unknown, index: number): SentPlace {
  const parsed = sentPlace.safeParse(value);
  if (!parsed.success) throw refused(index, 'must have a grid_id, or lng and lat in degrees');
  const { grid_id: id, lng, lat } = parsed.data;
  const isPlace = id !== undefined || (lng !== undefined && lat !== undefined);
  if (!isPlace) throw refused(index, 'must have a grid_id, or lng and lat');
  return parsed.data;
}

function pointOf({ lng = 0, lat = 0 }: SentPlace) {
  return { lng, lat };
}

/** A place without a point gets the row's centre and its plain name (docs/guides/locations.md#fields). */
function withRow(place: SentPlace, row: GridRow): NewPlace {
  const isPoint = place.lng !== undefined && place.lat !== undefined;
  return {
    gridId: row.grid_id,
    lng: place.lng ?? row.lng,
    lat: place.lat ?? row.lat,
    level: place.level || row.level,
    label: place.label || (isPoint ? row.full_name : row.name),
    source: place.source || 'user',
  };
}

function refused(index: number, problem: Message) {
  return invalidParam({
    [`user_location.location_grid_meta.${index}`]: msg`the place ${asMessage(problem)}`,
  });
}
