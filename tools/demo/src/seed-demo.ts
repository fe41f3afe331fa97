import type { BusConfig } from '@svc/service-kit';
import { asAdmin } from './admin-caller.ts';
import { Choices } from './choices.ts';
import { DemoClient, type DemoApi } from './demo-client.ts';
import { createDemoUsers, hasNoUsers } from './demo-users.ts';
import { remarks } from './sample-names.ts';
import { sampleContact, sampleGroup } from './sample-records.ts';

/** The running installation, and the password of the demo users. */
export interface DemoRequest {
  readonly bus: BusConfig;
  /** The key file of the identity `admin`. */
  readonly keyringFile: string;
  readonly api: DemoApi;
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
  const contactIds = await createAll(client, 'contacts', contacts);
  const groups = Array.from({ length: groupCount }, () => sampleGroup(choices, assignees, contactIds));
  await createAll(client, 'groups', groups);
  request.report(`Created ${contactCount} contacts and ${groupCount} groups`);
}

/** Creates records, several concurrently. Returns their ids in the order of the bodies. */
async function createAll(
  client: DemoClient,
  postType: string,
  bodies: readonly Record<string, unknown>[],
): Promise<number[]> {
  const ids: number[] = [];
  const waiting = bodies.entries();
  const worker = async () => {
    for (const [index, body] of waiting) ids[index] = await createWithComment(client, postType, body);
  };
  await Promise.all(Array.from({ length: inParallel }, worker));
  return ids;
}

/** Creates a record with one or two comments. Its content seeds their choice, which therefore does not depend on the order of work. */
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
