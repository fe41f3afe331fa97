import {
  recordsImportLocations,
  usersCreateSiteLink,
  usersSetRoles,
  type PostTypeSettings,
  type SiteLinkType,
} from '@svc/contracts';
import { roles, type Role } from '../../../test/api/matrix/roles.ts';
import { gridRows } from '../../../test/support/grid.ts';
import { api, type Api } from '../../../test/support/http.ts';
import { transferTokenOf, type TestLink } from '../../../test/support/site-link.ts';
import type { TestUser, World } from '../../../test/support/world.ts';

/** In whose name requests are sent, and from which address. */
export interface Caller {
  readonly name: string;
  readonly bearer: string | undefined;
  readonly address: string;
}

/** A record that requests are about. */
export interface Subject {
  readonly type: string;
  readonly id: number;
  readonly comment: number;
  readonly activity: number;
}

/** Whom and what requests can name. */
export interface Scene {
  readonly users: readonly Caller[];
  readonly links: readonly Caller[];
  readonly strangers: readonly Caller[];
  readonly subjects: readonly Subject[];
  readonly settings: Readonly<Record<string, PostTypeSettings>>;
  readonly userIds: readonly number[];
  readonly linkIds: readonly number[];
  readonly linkTypes: readonly string[];
  readonly transferTokens: readonly string[];
  readonly places: readonly number[];
}

const posts = 'svc-posts/v2';
const postTypes = ['contacts', 'groups', 'peoplegroups'];

/** No credentials, and some that are none. */
const wrongBearers = [undefined, '', 'x', 'a.b.c', `${'e30.'.repeat(2)}e30`, 'x'.repeat(8_000)];

const callerOf = (name: string, bearer: string | undefined, address: string): Caller => ({
  name,
  bearer,
  address,
});

/** Everybody who sends requests, and what these are about: made once, and made whole again whenever requests have spoilt it. */
export class Stage {
  readonly #world: World;
  readonly #users = new Map<Role, TestUser>();
  readonly #links = new Map<string, TestLink>();
  #others: readonly number[] = [];
  #settings: Scene['settings'] = {};
  #linkTypes: readonly string[] = [];

  private constructor(world: World) {
    this.#world = world;
  }

  static async open(world: World): Promise<Stage> {
    const stage = new Stage(world);
    await world.ask(recordsImportLocations, { rows: [...gridRows] });
    await stage.#restoreUsers();
    const read = async (type: string) =>
      [type, await must<PostTypeSettings>(stage.#administrator.get(`${posts}/${type}/settings`))] as const;
    stage.#settings = Object.fromEntries(await Promise.all(postTypes.map(read)));
    const { types } = await must<{ types: SiteLinkType[] }>(
      stage.#administrator.get('svc-core/v1/site-links'),
    );
    stage.#linkTypes = types.map(({ key }) => key);
    return stage;
  }

  /** Callers that are let in, and records that nobody has touched yet. */
  async set(): Promise<Scene> {
    await this.#restoreUsers();
    await this.#restoreLinks();
    const links = [...this.#links.values()];
    const transferTokens = links.map((link) => transferTokenOf(link));
    return {
      users: [...this.#users].map(([role, { token }], at) => callerOf(role, token, `198.51.100.${at + 1}`)),
      links: links.map(({ type }, at) => callerOf(`link ${type}`, transferTokens[at], `203.0.113.${at + 1}`)),
      strangers: wrongBearers.map((bearer, at) => callerOf(`stranger ${at}`, bearer, `192.0.2.${at + 1}`)),
      subjects: await this.#makeSubjects(),
      settings: this.#settings,
      userIds: [...this.#others, ...this.#others, this.#users.get('multiplier')?.id ?? 1],
      linkIds: links.map(({ id }) => id),
      linkTypes: this.#linkTypes,
      transferTokens,
      places: gridRows.map(({ grid_id: id }) => id),
    };
  }

  get #administrator(): Api {
    return this.#as('administrator');
  }

  #as(role: Role): Api {
    return api(this.#world, this.#users.get(role)?.token);
  }

  async #restoreUsers(): Promise<void> {
    for (const role of roles) {
      const user = this.#users.get(role);
      const isLetIn = user && (await this.#as(role).get('svc/v1/user/my')).status === 200;
      if (isLetIn) await this.#world.ask(usersSetRoles, { username: user.username, roles: [role] });
      else this.#users.set(role, await this.#world.createUser({ role }));
    }
    const leavers = await Promise.all([1, 2, 3].map(() => this.#world.createUser({ role: 'multiplier' })));
    this.#others = leavers.map(({ id }) => id);
  }

  async #restoreLinks(): Promise<void> {
    for (const type of this.#linkTypes) {
      const link = this.#links.get(type);
      if (!link || !(await this.#isAccepted(link))) this.#links.set(type, await this.#makeLink(type));
    }
  }

  async #isAccepted(link: TestLink): Promise<boolean> {
    const { body } = await this.#administrator.post<unknown>('svc-public/v1/sites/site_link_check', {
      json: { transfer_token: transferTokenOf(link) },
    });
    return body === true;
  }

  async #makeLink(type: string): Promise<TestLink> {
    // Nothing leaves the machine: no name server knows them.
    const sites = { site1: 'records.test', site2: 'form.test' };
    return this.#world.ask(usersCreateSiteLink, { label: type, type, ...sites });
  }

  /** Of somebody's own, of everybody, and hidden from all but one. */
  async #makeSubjects(): Promise<Subject[]> {
    const made: [Role, string, object][] = [
      ['multiplier', 'contacts', { type: 'access' }],
      ['multiplier', 'groups', {}],
      ['dispatcher', 'contacts', { type: 'access', contact_phone: [{ value: '+99 555 0100' }] }],
      ['administrator', 'contacts', { type: 'personal' }],
      ['administrator', 'groups', { members: { values: [] } }],
      ['administrator', 'peoplegroups', {}],
    ];
    return Promise.all(made.map(([role, type, fields]) => this.#makeSubject(this.#as(role), type, fields)));
  }

  async #makeSubject(maker: Api, type: string, fields: object): Promise<Subject> {
    const { ID: id } = await must<{ ID: number }>(
      maker.post(`${posts}/${type}`, { json: { name: 'Amina', ...fields } }),
    );
    const path = `${posts}/${type}/${id}`;
    const said = await must<{ comment_ID: string }>(
      maker.post(`${path}/comments`, { json: { comment: 'Said' } }),
    );
    const { activity } = await must<{ activity: { histid: string }[] }>(maker.get(`${path}/activity`));
    return { type, id, comment: Number(said.comment_ID), activity: Number(activity[0]?.histid ?? 1) };
  }
}

async function must<Body>(answer: ReturnType<Api['get']>): Promise<Body> {
  const { status, body, text } = await answer;
  if (status !== 200) throw new Error(`what the requests are about can not be made: ${status} ${text}`);
  return body as Body;
}
