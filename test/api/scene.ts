import { api, type Api } from '../support/http.ts';
import type { TestUser, World } from '../support/world.ts';

const roles = { mona: 'multiplier', carl: 'multiplier', reg: 'registered' } as const;

/** The caller: a user, or a stranger without credentials. */
export type CallerName = keyof typeof roles | 'stranger';

export type Cast = Readonly<Record<keyof typeof roles, TestUser>>;

/** Creates one user of each kind, for all rows. */
export async function openCast(world: World): Promise<Cast> {
  const made = await Promise.all(
    Object.entries(roles).map(async ([name, role]) => {
      const displayName = name.replace(/^./, (first) => first.toUpperCase());
      return [name, await world.createUser({ role, displayName })] as const;
    }),
  );
  return Object.fromEntries(made) as Cast;
}

interface Prop {
  /** The path of the thing, or of the record that it belongs to. */
  path: string;
  owner: keyof typeof roles;
  id: number;
}

/**
 * The things that rows name, created when a name is first used:
 * mona's `contact`, `twin` and `group`, with `comment` and `activity` on the contact; carl's `carls` and `shared` (assigned to
 * mona); ids of the cast (`mona`, …); and `created`, the result of the row.
 */
export class Scene {
  readonly #world: World;
  readonly #cast: Cast;
  readonly #values = new Map<string, string>();
  readonly #props: Prop[] = [];

  constructor(world: World, cast: Cast) {
    this.#world = world;
    this.#cast = cast;
    for (const [name, user] of Object.entries(cast)) this.set(name, user.id);
  }

  set(name: string, value: string | number): void {
    this.#values.set(name, String(value));
  }

  as(caller: CallerName): Api {
    return api(this.#world, caller === 'stranger' ? undefined : this.#cast[caller].token);
  }

  /** Creates everything that a row names. */
  async prepare(row: object): Promise<void> {
    const names = [...JSON.stringify(row).matchAll(/[:#]([a-z]+)\b/g)].map(([, name]) => name ?? '');
    for (const name of new Set(names)) await this.#need(name);
  }

  /** Replaces names in a value by values of the scene. */
  fill<Value>(value: Value): Value {
    if (typeof value === 'string') return this.#fillText(value) as Value;
    if (Array.isArray(value)) return value.map((item: unknown) => this.fill(item)) as Value;
    if (value instanceof RegExp) return new RegExp(String(this.#fillText(value.source))) as Value;
    if (!isPlainObject(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([key, inner]) => [key, this.fill(inner as unknown)]),
    ) as Value;
  }

  #fillText(text: string): string | number {
    const number = /^#([a-z]+)$/.exec(text)?.[1];
    if (number && this.#values.has(number)) return Number(this.#values.get(number));
    return text.replaceAll(/:([a-z]+)\b/g, (whole, name: string) => this.#values.get(name) ?? whole);
  }

  async #need(name: string): Promise<void> {
    if (this.#values.has(name)) return;
    if (name in records) await this.#makeRecord(name as keyof typeof records);
    if (name === 'comment') await this.#makeComment();
    if (name === 'activity') await this.#findActivity();
  }

  async #makeRecord(name: keyof typeof records): Promise<Prop> {
    const known = this.#props.find(({ id }) => String(id) === this.#values.get(name));
    if (known) return known;
    const { owner, postType, fields } = records[name];
    const { body } = await this.as(owner).post(`svc-posts/v2/${postType}`, { json: this.fill(fields) });
    const id = body['ID'] as number;
    const prop = { id, owner, path: `svc-posts/v2/${postType}/${id}` };
    this.#props.push(prop);
    this.set(name, id);
    return prop;
  }

  async #makeComment(): Promise<void> {
    const { path, owner } = await this.#makeRecord('contact');
    const { body } = await this.as(owner).post(`${path}/comments`, { json: { comment: 'Well said' } });
    this.set('comment', body['comment_ID'] as string);
  }

  async #findActivity(): Promise<void> {
    const { path, owner } = await this.#makeRecord('contact');
    const { body } = await this.as(owner).get(`${path}/activity`);
    const [item] = body['activity'] as { histid: string }[];
    this.set('activity', item?.histid ?? '');
  }
}

const records = {
  contact: {
    owner: 'mona',
    postType: 'contacts',
    fields: {
      name: 'Mary',
      nickname: 'Mimi',
      tags: { values: [{ value: 'old' }, { value: 'kept' }] },
      x_rating: 3,
    },
  },
  group: { owner: 'mona', postType: 'groups', fields: { name: 'Riverside', member_count: 4 } },
  carls: { owner: 'carl', postType: 'contacts', fields: { name: 'Carlotta' } },
  twin: { owner: 'mona', postType: 'contacts', fields: { name: 'Twin' } },
  shared: { owner: 'carl', postType: 'contacts', fields: { name: 'Shared', assigned_to: '#mona' } },
} as const;

function isPlainObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype;
}
