import { randomUUID } from 'node:crypto';
import {
  recordsImportLocations,
  usersCreate,
  usersCreateSiteLink,
  usersSetRoles,
  type PostTypeSettings,
  type SiteLinkType,
} from '@svc/contracts';
import { roles, type Role } from '../../api/matrix/roles.ts';
import { gridRows } from '../../support/grid.ts';
import { api, type Api } from '../../support/http.ts';
import { overHttps, transferTokenOf, type TestLink } from '../../support/site-link.ts';
import type { TestUser, World } from '../../support/world.ts';

export interface Caller {
  readonly name: string;
  readonly bearer: string | undefined;
  readonly address: string;
  readonly userId?: number;
  readonly notifications?: readonly number[];
}

export interface Subject {
  readonly type: string;
  readonly id: number;
  readonly comment: number;
  readonly activity: number;
  /** The role of the author, who may do nearly everything with the record. */
  readonly maker: Role;
}

/** The callers of requests, and everything that requests can name. */
export type Scene = Awaited<ReturnType<Stage['set']>>;

const posts = 'svc-posts/v2';
const postTypes = ['contacts', 'groups', 'peoplegroups'];

/** The password of all users, with which requests can log in or change it. */
export const password = 'a good long password';

/** The type of link with all permissions of sites. */
const sharing = 'contact_sharing';

const wrongBearers = [undefined, '', 'x', 'a.b.c', `${'e30.'.repeat(2)}e30`, 'x'.repeat(8_000)];

const callerOf = (name: string, bearer: string | undefined, address: string): Caller => ({
  name,
  bearer,
  address,
});

/** Records to create: own ones, shared ones, and some that only one user sees. */
const made: readonly (readonly [Role, string, object])[] = [
  ['multiplier', 'contacts', { type: 'access' }],
  ['multiplier', 'groups', {}],
  ['dispatcher', 'contacts', { type: 'access', contact_phone: [{ value: '+99 555 0100' }] }],
  ['administrator', 'contacts', { type: 'personal' }],
  ['administrator', 'groups', { members: { values: [] } }],
  ['administrator', 'peoplegroups', {}],
];

/** Creates the callers once, replaces those that requests have broken, and creates new records for each scene. */
export class Stage {
  readonly #world: World;
  readonly #users = new Map<Role, TestUser>();
  readonly #links = new Map<string, TestLink>();
  #settings: Readonly<Record<string, PostTypeSettings>> = {};
  #linkTypes: readonly string[] = [];
  #scenes = 0;

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

  /** A scene with valid callers, and with enough new records for the number of requests. */
  async set(requests: number) {
    this.#scenes += 1;
    await Promise.all([this.#restoreUsers(), this.#restoreLinks()]);
    const links = [...this.#links.values()];
    const transferTokens = links.map((link) => transferTokenOf(link));
    const [subjects, others, spareLinks, arrival] = await Promise.all([
      this.#makeSubjects(Math.ceil(requests / 150)),
      times(Math.ceil(requests / 80), () => this.#makeOther()),
      times(Math.ceil(requests / 80), () => this.#makeLink(sharing)),
      this.#makeArrival(),
    ]);
    return {
      users: await Promise.all([...this.#users].map(([role, user], at) => this.#userCaller(role, user, at))),
      links: links.map(({ type }, at) =>
        callerOf(linkName(type), transferTokens[at], this.#address(100 + at)),
      ),
      strangers: wrongBearers.map((bearer, at) =>
        callerOf(`stranger ${at}`, bearer, this.#address(200 + at)),
      ),
      subjects,
      settings: this.#settings,
      usernames: [...this.#users.values()].map(({ username }) => username),
      /** Users who send no requests, so that requests may delete them. */
      userIds: others.map(({ id }) => id),
      /** Links that send no requests, so that requests may rotate and delete them. */
      linkIds: spareLinks.map(({ id }) => id),
      linkTypes: this.#linkTypes,
      transferTokens,
      arrival,
      places: gridRows.map(({ grid_id: id }) => id),
    };
  }

  get #administrator(): Api {
    return this.#as('administrator');
  }

  #as(role: Role): Api {
    return api(this.#world, this.#users.get(role)?.token);
  }

  async #userCaller(role: Role, { id, token }: TestUser, at: number): Promise<Caller> {
    const json = { all: true, page: 0, limit: 20 };
    const told = this.#as(role).post<{ id: string }[]>('svc/v1/notifications/get_notifications', { json });
    const notifications = (await must<{ id: string }[]>(told)).map((each) => Number(each.id));
    return { ...callerOf(role, token, this.#address(at)), userId: id, notifications };
  }

  /** Another address in each scene: one with many failed logins is blocked for longer than a run takes. */
  #address(at: number): string {
    return `10.${this.#scenes >> 8}.${this.#scenes & 255}.${at + 1}`;
  }

  async #restoreUsers(): Promise<void> {
    await Promise.all(roles.map((role) => this.#restoreUser(role)));
  }

  async #restoreUser(role: Role): Promise<void> {
    const user = this.#users.get(role);
    const isLetIn = user && (await this.#as(role).get('svc/v1/user/my')).status === 200;
    if (isLetIn) await this.#world.ask(usersSetRoles, { username: user.username, roles: [role] });
    else this.#users.set(role, await this.#world.createUser({ role, password }));
  }

  async #makeOther(): Promise<{ id: number }> {
    const username = `other-${randomUUID()}`;
    const account = { username, email: `${username}@example.test`, password };
    return this.#world.ask(usersCreate, { ...account, display_name: username, roles: ['multiplier'] });
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
    // Reserved names, which no name server resolves, so that nothing leaves the machine.
    const sites = { site1: 'records.test', site2: 'form.test' };
    return this.#world.ask(usersCreateSiteLink, { label: type, type, ...sites });
  }

  /** A contact that was transferred over a site link; its remote id is that at the sender. */
  async #makeArrival() {
    const foreignKey = 'f'.repeat(64);
    const remoteId = 555;
    const post = { ID: remoteId, post_title: 'Amina', guid: 'https://form.test/?p=555' };
    const sender = this.#links.get(sharing) as TestLink;
    const { created_id: id } = await must<{ created_id: number }>(
      overHttps(this.#world, transferTokenOf(sender)).post(`${posts}/contacts/receive-transfer`, {
        json: { contact_data: { post, postmeta: {}, comments: [], transfer_foreign_key: foreignKey } },
      }),
    );
    return { sender: linkName(sharing), foreignKey, remoteId, id };
  }

  async #makeSubjects(copies: number): Promise<Subject[]> {
    const each = made.map((row) => times(copies, () => this.#makeSubject(row)));
    return (await Promise.all(each)).flat();
  }

  async #makeSubject([maker, type, fields]: (typeof made)[number]): Promise<Subject> {
    const by = this.#as(maker);
    const { ID: id } = await must<{ ID: number }>(
      by.post(`${posts}/${type}`, { json: { name: 'Amina', ...fields } }),
    );
    const path = `${posts}/${type}/${id}`;
    const comment = `Said to @[somebody](${this.#users.get('dt_admin')?.id})`;
    const said = await must<{ comment_ID: string }>(by.post(`${path}/comments`, { json: { comment } }));
    const { activity } = await must<{ activity: { histid: string }[] }>(by.get(`${path}/activity`));
    return {
      type,
      id,
      maker,
      comment: Number(said.comment_ID),
      activity: Number(activity[0]?.histid ?? 1),
    };
  }
}

const linkName = (type: string): string => `link ${type}`;

/** Calls `make` sequentially, so that preparing a scene does not overload the services. */
async function times<Of>(count: number, make: () => Promise<Of>): Promise<Of[]> {
  const results: Of[] = [];
  while (results.length < count) results.push(await make());
  return results;
}

async function must<Body>(answer: ReturnType<Api['get']>): Promise<Body> {
  const { status, body, text } = await answer;
  if (status !== 200) throw new Error(`what the requests are about cannot be made: ${status} ${text}`);
  return body as Body;
}
