import type { BusConfig } from '@svc/service-kit';
import { asAdmin } from './admin-caller.ts';
import { Choices } from './choices.ts';
import { DemoClient, type DemoApi } from './demo-client.ts';
import { createDemoUsers, hasNoUsers } from './demo-users.ts';
import { remarks } from './sample-names.ts';
import { sampleContact, sampleGroup } from './sample-records.ts';

/** Where the running installation is, and what its demo users log in with. */
export interface DemoRequest {
  readonly bus: BusConfig;
  /** Key file of the identity `admin`. */
  readonly keyringFile: string;
  readonly api: DemoApi;
  readonly password: string;
  readonly report: (line: string) => void;
}

const contactCount = 300;
const groupCount = 30;
const inParallel = 8;

/**
 * Fills an empty installation with one user per role, contacts, groups and comments, the way clients would: through the
 * HTTP API. The users are there when this has answered, `records` when these are, too. Does nothing, and says so with
 * undefined, when there are users already.
 */
export async function seedDemo(
  request: DemoRequest,
): Promise<{ readonly records: Promise<void> } | undefined> {
  const ids = await asAdmin(request, async (admin) =>
    (await hasNoUsers(admin)) ? createDemoUsers(admin, request.password) : undefined,
  );
  if (!ids) return undefined;
  request.report(
    `Created ${ids.size} demo users; ${contactCount} contacts and ${groupCount} groups follow …`,
  );
  return { records: seedRecords(request, ids) };
}

async function seedRecords(request: DemoRequest, ids: ReadonlyMap<string, number>): Promise<void> {
  const client = await DemoClient.logIn(request.api, { username: 'dispatcher', password: request.password });
  const assignees = ['multiplier', 'multiplier', 'dispatcher', 'partner', 'marketer'].map(
    (role) => ids.get(role) ?? 0,
  );
  const choices = new Choices(20_231);
  const contacts = Array.from({ length: contactCount }, () => sampleContact(choices, assignees));
  const contactIds = await createAll(contacts, (body) => createWithComment(client, 'contacts', body));
  const groups = Array.from({ length: groupCount }, () => sampleGroup(choices, assignees, contactIds));
  await createAll(groups, (body) => createWithComment(client, 'groups', body));
  request.report(`Created ${contactCount} contacts and ${groupCount} groups`);
}

/** Creates all of them, several at a time; their ids, in the order of the bodies. */
async function createAll(
  bodies: readonly Record<string, unknown>[],
  create: (body: Record<string, unknown>) => Promise<number>,
): Promise<number[]> {
  const ids: number[] = [];
  const waiting = bodies.map((body, index) => ({ body, index }));
  const worker = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) ids[next.index] = await create(next.body);
  };
  await Promise.all(Array.from({ length: inParallel }, worker));
  return ids;
}

/** Every record gets a comment or two, chosen by its own content so that the order of work does not matter. */
async function createWithComment(
  client: DemoClient,
  postType: string,
  body: Record<string, unknown>,
): Promise<number> {
  const { ID: id } = (await client.post(postType, body)) as { ID: number };
  const choices = new Choices(JSON.stringify(body).length);
  for (let count = choices.below(2); count >= 0; count -= 1) {
    await client.post(`${postType}/${id}/comments`, { comment: choices.one(remarks) });
  }
  return id;
}
