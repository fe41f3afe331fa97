import { done, type Api } from '../../support/http.ts';
import { uniqueWord } from '../../support/world.ts';

/** Kinds of records from the point of view of one user. */
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

export type Place = (typeof places)[number];

/** The type and id with which a request addresses a record. */
export interface Placed {
  readonly type: string;
  readonly id: number;
}

/** The users who create the records of each place. */
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
  // The user's own group, addressed as a contact.
  'other type': async ({ user }) => ({ type: 'contacts', id: (await create(user, 'groups')).id }),
  missing: async () => ({ type: 'contacts', id: absent }),
};

/** A fresh record for each place. */
export async function makePlaces(makers: Makers): Promise<Readonly<Record<Place, Placed>>> {
  return (await makeSome(makers, places)) as Record<Place, Placed>;
}

/** A fresh record for some places. */
export async function makeSome(
  makers: Makers,
  some: readonly Place[],
): Promise<Readonly<Partial<Record<Place, Placed>>>> {
  const made = await Promise.all(some.map(async (place) => [place, await make[place](makers)] as const));
  return Object.fromEntries(made);
}

/** A request of a row to a record in a place. */
interface Try<Row> {
  readonly row: Row;
  readonly place: Place;
}

/** Fresh records for the requests that consume theirs. */
export async function makeSpare<Row extends { readonly consumes?: true }>(
  makers: Makers,
  tries: readonly Try<Row>[],
): Promise<ReadonlyMap<Row, Readonly<Partial<Record<Place, Placed>>>>> {
  const consuming = Map.groupBy(
    tries.filter(({ row }) => row.consumes),
    ({ row }) => row,
  );
  const spare = new Map<Row, Readonly<Partial<Record<Place, Placed>>>>();
  for (const [row, ofRow] of consuming)
    spare.set(
      row,
      await makeSome(
        makers,
        ofRow.map(({ place }) => place),
      ),
    );
  return spare;
}

async function create(by: Api, type: string, fields: object = {}): Promise<Placed> {
  const name = `Placed ${uniqueWord()}`;
  const { ID: id } = await done(by.post(`svc-posts/v2/${type}`, { json: { name, ...fields } }));
  return { type, id: Number(id) };
}

async function shared({ administrator, userId }: Makers, type: string, fields?: object): Promise<Placed> {
  const placed = await create(administrator, type, fields);
  const path = `svc-posts/v2/${type}/${placed.id}/shares`;
  await done(administrator.post(path, { json: { user_id: userId } }));
  return placed;
}
