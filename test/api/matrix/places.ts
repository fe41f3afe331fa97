import type { Api } from '../../support/http.ts';
import { uniqueWord } from '../../support/world.ts';

/** Where a record is, from the point of view of one user. */
export const places = [
  'own contact',
  'shared contact',
  'access contact',
  'personal contact',
  'own group',
  'shared group',
  'foreign group',
  'people group',
  'other type',
  'missing',
] as const;

/** Where a record is, from the point of view of one user. */
export type Place = (typeof places)[number];

/** A record as a request addresses it. */
export interface Placed {
  readonly type: string;
  readonly id: number;
}

/** Who makes the records that a user finds. */
export interface Makers {
  /** The user, as long as they may create records. */
  readonly user: Api;
  readonly userId: number;
  readonly administrator: Api;
}

type Make = (makers: Makers) => Promise<Placed>;

const absent = 99_999_999;

const make: Readonly<Record<Place, Make>> = {
  'own contact': ({ user }) => create(user, 'contacts', { type: 'access' }),
  'shared contact': (makers) => shared(makers, 'contacts', { type: 'personal' }),
  'access contact': ({ administrator }) => create(administrator, 'contacts', { type: 'access' }),
  'personal contact': ({ administrator }) => create(administrator, 'contacts', { type: 'personal' }),
  'own group': ({ user }) => create(user, 'groups'),
  'shared group': (makers) => shared(makers, 'groups'),
  'foreign group': ({ administrator }) => create(administrator, 'groups'),
  'people group': ({ administrator }) => create(administrator, 'peoplegroups'),
  // It is their own, and would be there under its own type.
  'other type': async ({ user }) => ({ type: 'contacts', id: (await create(user, 'groups')).id }),
  missing: async () => ({ type: 'contacts', id: absent }),
};

/** A fresh record for each place. */
export async function makePlaces(makers: Makers): Promise<Readonly<Record<Place, Placed>>> {
  const made = await Promise.all(places.map(async (place) => [place, await make[place](makers)] as const));
  return Object.fromEntries(made) as Record<Place, Placed>;
}

async function create(by: Api, type: string, fields: object = {}): Promise<Placed> {
  const name = `Placed ${uniqueWord()}`;
  const { status, body, text } = await by.post(`svc-posts/v2/${type}`, { json: { name, ...fields } });
  if (status !== 200) throw new Error(`a record cannot be made: ${status} ${text}`);
  return { type, id: Number(body['ID']) };
}

async function shared({ administrator, userId }: Makers, type: string, fields?: object): Promise<Placed> {
  const placed = await create(administrator, type, fields);
  const path = `svc-posts/v2/${type}/${placed.id}/shares`;
  const { status, text } = await administrator.post(path, { json: { user_id: userId } });
  if (status !== 200) throw new Error(`a record cannot be shared: ${status} ${text}`);
  return placed;
}
