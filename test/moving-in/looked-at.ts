import { expect } from '@jest/globals';
import type { Api } from '../support/http.ts';
import { inTurns } from './fill-source.ts';

type Body = Record<string, unknown>;
type Read = <Answer>(path: string) => Promise<Answer>;

const types = ['contacts', 'groups', 'peoplegroups', 'visits'];
/** Files have keys and addresses of here, and pictures are made anew: they are looked at by themselves. */
const files = ['record_picture', 'x_files', 'photo', 'x_picture', 'x_sound'];
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

/** What somebody sees of an installation: users, filters, lists, records, comments, history and shares, without the ids, by which two of them differ. */
export async function lookedAt(http: Api): Promise<unknown> {
  const get: Read = async (path) => {
    const { status, body } = await http.get(path);
    expect({ path, status, why: status === 200 ? '' : body }).toEqual({ path, status: 200, why: '' });
    return body as never;
  };
  const rows = await get<Record<string, UserRow>>('user-management/v1/get_users');
  const users = new Map(Object.values(rows).map(({ ID, display_name: name }) => [String(ID), name]));
  const roles = Object.values(rows).map(({ display_name: name, roles: held }) => ({ name, held }));
  const seen: Record<string, unknown> = {
    roles: roles.toSorted((one, other) => one.name.localeCompare(other.name)),
    filters: await filtersOf(get, users),
  };
  for (const type of types) {
    const posts = await allOf(get, type);
    seen[type] = without(posts);
    await inTurns(posts.length, async (number) => {
      const { ID, name } = posts[number - 1] as Post;
      const of = (path: string) => get<Body>(`dt-posts/v2/${type}/${ID}${path}`);
      seen[`${type} ${name}`] = {
        record: without(await of('')),
        comments: without(withNames(await of('/comments'), users)),
        shares: without(await of('/shares')),
        activity: without(await of('/activity')),
      };
    });
  }
  return seen;
}

interface Post {
  readonly ID: number;
  readonly name: string;
}

async function allOf(get: Read, type: string): Promise<Post[]> {
  const posts: Post[] = [];
  for (;;) {
    const page = await get<{ posts: Post[]; total: number }>(
      `dt-posts/v2/${type}?sort=name&limit=1000&offset=${posts.length}&fields_to_return[]=tags&fields_to_return[]=groups`,
    );
    posts.push(...page.posts);
    if (page.posts.length === 0 || posts.length >= Number(page.total)) return posts;
  }
}

interface UserRow {
  readonly ID: number;
  readonly display_name: string;
  readonly roles: unknown;
}

/** Those that were saved, with the names of whom and what they look for. */
async function filtersOf(get: Read, users: ReadonlyMap<string, string>): Promise<unknown> {
  const { filters } = await get<{ filters: Body[] }>('dt/v1/users/get_filters?post_type=contacts');
  const groups = await get<{ posts: { ID: number; name: string }[] }>('dt-posts/v2/groups');
  const saved = filters.filter(({ tab }) => tab === 'custom');
  return saved.map(({ name, labels, query }) => {
    const { assigned_to: people = [], groups: ids = [] } = query as Record<string, string[]>;
    return {
      name,
      labels,
      people: people.map((id) => users.get(id)),
      groups: ids.map((id) => groups.posts.find(({ ID }) => String(ID) === id)?.name),
    };
  });
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
      .filter(([key]) => !ids.includes(key) && !files.includes(key))
      .map(([key, each]) => [key, without(each)]),
  );
}
