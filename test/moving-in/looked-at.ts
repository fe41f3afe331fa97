import type { Api } from '../support/http.ts';

type Body = Record<string, unknown>;

const types = ['contacts', 'groups', 'peoplegroups'];
/** Who looks sees these of themselves. */
const own = ['favorite', 'tasks'];
/** Ids of here, addresses with them, and what is made of them. */
const ids = [
  'ID',
  'id',
  'permalink',
  'meta_id',
  'grid_meta_id',
  'post_id',
  'corresponds_to_user',
  'gravatar',
  'avatar',
  'histid',
  'comment_ID',
  'comment_post_ID',
  'post_author',
  'user_id',
  'assigned-to',
  'postmeta_id_location_grid',
];

/** What somebody sees of an installation: lists, records, comments, history and shares, without the ids, by which two of them differ. */
export async function lookedAt(http: Api): Promise<unknown> {
  const users = await namesOf(http);
  const seen: Record<string, unknown> = {};
  for (const type of types) {
    const { body: list } = await http.get<{ posts: { ID: number; name: string }[]; total: number }>(
      `dt-posts/v2/${type}?sort=name&limit=1000&fields_to_return[]=tags&fields_to_return[]=groups`,
    );
    seen[type] = without(list.posts.filter(({ name }) => !isOfLooker(name)));
    for (const { ID, name } of list.posts) {
      if (isOfLooker(name)) continue;
      const of = async (path: string) => (await http.get(`dt-posts/v2/${type}/${ID}${path}`)).body;
      seen[`${type} ${name}`] = {
        record: without(await of('')),
        comments: without(withNames(await of('/comments'), users)),
        shares: without(await of('/shares')),
        activity: without(await of('/activity')),
      };
    }
  }
  return seen;
}

const isOfLooker = (name: string) => name === 'Looks at it';

async function namesOf(http: Api): Promise<Map<string, string>> {
  const { body } = await http.get<Record<string, { ID: number; display_name: string }>>(
    'user-management/v1/get_users',
  );
  return new Map(Object.values(body).map(({ ID, display_name: name }) => [String(ID), name]));
}

/** Users who are mentioned by their names. */
function withNames(body: Body, users: ReadonlyMap<string, string>): unknown {
  const text = JSON.stringify(body).replaceAll(
    /\]\((\d+)\)/g,
    (_all, id: string) => `](${users.get(id) ?? id})`,
  );
  return JSON.parse(text);
}

/** Without ids, and lists of connected records in the order of their names. */
function without(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll(/\]\(http[^)]*\)/g, ']');
  if (Array.isArray(value)) {
    const kept = value.map(without);
    const isConnection = kept.every(
      (each) => typeof each === 'object' && each !== null && 'post_title' in each && 'post_date_gmt' in each,
    );
    return isConnection
      ? kept.toSorted((one, other) => JSON.stringify(one).localeCompare(JSON.stringify(other)))
      : kept;
  }
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key]) => !ids.includes(key) && !own.includes(key))
      .map(([key, each]) => [key, without(each)]),
  );
}
