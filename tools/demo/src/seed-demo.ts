import { usersAdminList, usersCreate } from '@svc/contracts';
import { sideBySide, type BusConfig } from '@svc/service-kit';
import { asAdmin, type AdminCaller } from './admin-caller.ts';
import { Choices } from './choices.ts';
import { remarks } from './sample-names.ts';
import { sampleContact, sampleGroup } from './sample-records.ts';

/** One demo user per built-in role: the user name is the role's key. */
export const demoUsers: Readonly<Record<string, string>> = {
  administrator: 'Ada Administrator',
  dt_admin: 'Dario Admin',
  dispatcher: 'Dina Dispatcher',
  multiplier: 'Mona Multiplier',
  user_manager: 'Uma Manager',
  strategist: 'Stan Strategist',
  partner: 'Pia Partner',
  marketer: 'Marc Marketer',
  registered: 'Rita Registered',
};

interface DemoRequest {
  readonly bus: BusConfig;
  /** The key file of the identity `admin`. */
  readonly keyringFile: string;
  readonly api: {
    /** For example `http://127.0.0.1:8080/wp-json`. */
    readonly url: string;
    /** The first of NAMESPACE_PREFIXES. */
    readonly namespacePrefix: string;
  };
  readonly password: string;
  readonly report: (line: string) => void;
}

const contactCount = 300;
const groupCount = 30;
const inParallel = 8;

/**
 * Fills an empty installation with one user per role, and over the HTTP API with contacts, groups and comments. Resolves once the users exist;
 * `records` resolves once the records exist, too. Returns undefined, and does nothing, when there are users already.
 */
export async function seedDemo(
  request: DemoRequest,
): Promise<{ readonly records: Promise<void> } | undefined> {
  const ids = await asAdmin(request, async (admin) => {
    const { users } = await admin(usersAdminList, {});
    return users.length === 0 ? createDemoUsers(admin, request.password) : undefined;
  });
  if (!ids) return undefined;
  request.report(
    `Created ${ids.size} demo users; ${contactCount} contacts and ${groupCount} groups follow …`,
  );
  return { records: seedRecords(request, ids) };
}

async function createDemoUsers(admin: AdminCaller, password: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [role, displayName] of Object.entries(demoUsers)) {
    const account = { username: role, email: `${role}@demo.example`, password };
    const { id } = await admin(usersCreate, { ...account, display_name: displayName, roles: [role] });
    ids.set(role, id);
  }
  return ids;
}

/** Posts to a path below the records API, as the dispatcher. @throws Error with the answer's message when the request is refused. */
type Send = (path: string, body: unknown) => Promise<unknown>;

async function seedRecords(request: DemoRequest, ids: ReadonlyMap<string, number>): Promise<void> {
  const { api, password } = request;
  const login = await post(`${api.url}/jwt-auth/v1/token`, { username: 'dispatcher', password });
  const { token } = login as { token: string };
  const send: Send = (path, body) => post(`${api.url}/${api.namespacePrefix}-posts/v2/${path}`, body, token);
  const createAll = (postType: string, bodies: readonly object[]) =>
    sideBySide(bodies, inParallel, (body) => createWithComment(send, postType, body));
  const assignees = ['multiplier', 'multiplier', 'dispatcher', 'partner', 'marketer'].map(
    (role) => ids.get(role) ?? 0,
  );
  const choices = new Choices(20_231);
  const contacts = Array.from({ length: contactCount }, () => sampleContact(choices, assignees));
  const contactIds = await createAll('contacts', contacts);
  const groups = Array.from({ length: groupCount }, () => sampleGroup(choices, assignees, contactIds));
  await createAll('groups', groups);
  request.report(`Created ${contactCount} contacts and ${groupCount} groups`);
}

/** Creates a record with one or two comments. Its content seeds their choice, which therefore does not depend on the order of work. */
async function createWithComment(send: Send, postType: string, body: object): Promise<number> {
  const { ID: id } = (await send(postType, body)) as { ID: number };
  const choices = new Choices(JSON.stringify(body).length);
  for (let count = choices.below(2); count >= 0; count -= 1) {
    await send(`${postType}/${id}/comments`, { comment: choices.one(remarks) });
  }
  return id;
}

async function post(url: string, body: unknown, token?: string): Promise<unknown> {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  });
  const answer = (await response.json()) as { message?: string };
  if (!response.ok)
    throw new Error(`POST ${new URL(url).pathname} was refused: ${answer.message ?? response.status}`);
  return answer;
}
