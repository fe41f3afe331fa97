import { randomBytes } from 'node:crypto';
import { rmSync } from 'node:fs';
import { startLockedStack, type Guard, type Report } from '@svc/local-stack';
import type { BenchConfig } from '../config.ts';
import { openBacklog } from '../stack/backlog.ts';
import { withMongo } from '../stack/connect-mongo.ts';
import { logIn } from '../stack/log-in.ts';
import { type Installation, openInstallation } from '../stack/open-installation.ts';
import { copyFamilies, type Copying } from './copy-families.ts';
import { createRecords, createSmallContacts } from './create-records.ts';
import {
  readSeedMarker,
  seedForm,
  seedSize,
  smallSeedSize,
  writeSeedMarker,
  type SeedMarker,
  type SeedSize,
} from './seed-form.ts';
import { createUsers, measuredUsers } from './seed-users.ts';

type Seeding = Pick<BenchConfig, 'dataDir' | 'env'> & { size: SeedSize; guard: Guard; report: Report };

/**
 * Creates the data of a folder unless an earlier run has created it. The search service receives no events about the copies, so its index must
 * be rebuilt.
 */
export async function seed(
  { dataDir, env, records, small }: Pick<BenchConfig, 'dataDir' | 'env' | 'records' | 'small'>,
  { guard, report }: { guard: Guard; report: Report },
): Promise<SeedMarker> {
  const size = small ? smallSeedSize(records) : seedSize(records);
  const kept = readSeedMarker(dataDir, size);
  if (kept) return kept;
  report(`Creating ${size.contacts} contacts, ${size.groups} groups and ${size.users} users, once …`);
  rmSync(dataDir, { recursive: true, force: true });
  const seeding = { dataDir, env, size, guard, report };
  const password = randomBytes(9).toString('base64url');
  const { marker, recordIds } = await running(seeding, (there) => firstFamily(there, seeding, password));
  const userIds = marker.users.map(({ id }) => id);
  await copy(seeding, { recordIds, userIds, report, families: size.contacts / size.family });
  writeSeedMarker(dataDir, marker);
  return marker;
}

async function running<Result>(
  { guard, report, ...places }: Seeding,
  work: (installation: Installation) => Promise<Result>,
): Promise<Result> {
  const installation = await openInstallation({ ...places, instances: {}, profile: [] }, { guard, report });
  try {
    const result = await work(installation);
    const backlog = await openBacklog(installation.stack, report);
    try {
      await backlog.settled();
      await backlog.forgetEvents();
    } finally {
      await backlog.close();
    }
    return result;
  } finally {
    await installation.stop();
  }
}

async function firstFamily(
  { services, postsUrl, asAdmin }: Installation,
  { size, report }: Seeding,
  password: string,
): Promise<{ marker: SeedMarker; recordIds: number[] }> {
  const { users, recordIds } = await asAdmin(async (admin) => {
    const created = await createUsers(admin, { count: size.users, password, report });
    const family = { count: size.family, users: created, report };
    const create = size.small ? createSmallContacts : createRecords;
    return { users: created, recordIds: await create(admin, family) };
  });
  const marker = { form: seedForm, size, password, users };
  await markFavorites(marker, { gatewayUrl: services.gatewayUrl, postsUrl });
  return { marker, recordIds };
}

async function copy(seeding: Seeding, copying: Copying): Promise<void> {
  const stack = await startLockedStack(seeding);
  await withMongo(stack.mongodbUrl, (mongo) => copyFamilies(mongo, copying)).finally(stack.stop);
}

const perUser = 5;

/** Gives the measured users private values in some contacts, which then appear in their lists. */
async function markFavorites(
  marker: SeedMarker,
  { gatewayUrl, postsUrl }: { gatewayUrl: string; postsUrl: string },
): Promise<void> {
  const { administrator, multipliers } = measuredUsers(marker);
  for (const { username } of [administrator, ...multipliers]) {
    const token = await logIn(gatewayUrl, { username, password: marker.password });
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const page = await fetch(`${postsUrl}/contacts?limit=${perUser}`, { headers });
    const { posts } = (await page.json()) as { posts: { ID: number }[] };
    for (const { ID } of posts) {
      const body = JSON.stringify({ favorite: true });
      const answer = await fetch(`${postsUrl}/contacts/${ID}`, { method: 'POST', headers, body });
      if (!answer.ok)
        throw new Error(`The service refused a favourite: ${answer.status} ${await answer.text()}`);
    }
  }
}
