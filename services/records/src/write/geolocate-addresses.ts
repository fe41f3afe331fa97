import type { Fields } from '@svc/contracts';
import { turnOf, type Call } from '@svc/service-kit';
import type { WritePorts } from './write-request.ts';
import { maxLineLength, textProblem } from '../fields/shared/plain-text.ts';
import { isOn, maxValues, valuesOf } from '../fields/shared/values-write.ts';
import { isObject } from '../model/is-object.ts';
import type { PostType } from '../model/post-type.ts';
import type { LocatedAddress } from '../grid/geocoding-provider.ts';

/** The field that stores the places of addresses (docs/guides/locations.md#addresses). */
const placesKey = 'location_grid_meta';

/** Maximum number of addresses looked up, since each is a request to an external service; further ones stay text. */
export const maxLocatedAddresses = 10;

type LocateCall = Pick<Call, 'actor' | 'deadline' | 'log'>;
type Deps = Pick<WritePorts, 'geocoding' | 'places'>;

/**
 * Adds to a write a place for each address with `geolocate` that the geocoding provider finds. The addresses themselves are not changed;
 * without a provider, or if it fails, no place is added.
 */
export async function geolocateAddresses(
  call: LocateCall,
  deps: Deps,
  postType: Pick<PostType, 'fields'>,
  fields: Fields,
): Promise<Fields> {
  const written = fields[placesKey];
  const listed = written === undefined ? { values: [], force: false } : valuesOf(written);
  const takesPlaces = postType.fields.get(placesKey)?.type.name === 'location_meta';
  // Values of the wrong form are refused when fields are parsed.
  if (!deps.geocoding || !listed || !takesPlaces) return fields;
  const addresses = [...postType.fields.values()].flatMap(({ key, definition }) =>
    definition.is_address ? addressesToFind(fields[key]) : [],
  );
  const most = Math.min(maxLocatedAddresses, Math.max(0, maxValues - listed.values.length));
  const found = await locateAll(call, deps, addresses.slice(0, most));
  if (found.length === 0) return fields;
  return { ...fields, [placesKey]: { ...(written as object), values: [...listed.values, ...found] } };
}

/** The texts of entries written with `geolocate`. */
function addressesToFind(input: unknown): string[] {
  const entries: readonly unknown[] = Array.isArray(input) ? input : (valuesOf(input)?.values ?? []);
  const texts = entries.flatMap((entry) => {
    if (!isObject(entry)) return [];
    const { value, label, geolocate, delete: remove } = entry;
    const text = value ?? label;
    return isOn(geolocate) && !isOn(remove) && typeof text === 'string' ? text.trim() : [];
  });
  return [...new Set(texts)].filter((text) => text !== '');
}

async function locateAll(
  call: LocateCall,
  deps: Deps,
  addresses: readonly string[],
): Promise<LocatedAddress[]> {
  const answers = await Promise.all(addresses.map((address) => locate(call, deps, address)));
  const found = answers.filter((answer) => answer !== undefined).filter(isWritable);
  const places = await deps.places.named(call.deadline, { gridIds: [], points: found });
  return found.filter((point) => places.at(point) !== undefined);
}

async function locate(call: LocateCall, { geocoding }: Deps, address: string) {
  try {
    return await geocoding?.locate(address, turnOf(call));
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'unknown';
    call.log.warn({ reason }, 'failed to locate an address; it is stored as text');
    return undefined;
  }
}

/** Places that the field would refuse are left out: they must not refuse the whole write. */
function isWritable({ lng, lat, label, level = '' }: LocatedAddress): boolean {
  const isSomewhere = lng !== 0 || lat !== 0;
  return isSomewhere && !textProblem(label, maxLineLength) && !textProblem(level, maxLineLength);
}
