import { usersCreate } from '@svc/contracts';
import { Choices, type AdminCaller } from '@svc/demo';
import type { Report } from '@svc/local-stack';
import { atOnce } from './at-once.ts';
import { personName } from './people-names.ts';
import type { SeedUser } from './seed-marker.ts';

const inParallel = 4;

/** Creates one administrator, some dispatchers and marketers; the other users are multipliers. */
export async function createUsers(
  admin: AdminCaller,
  { count, password, report }: { count: number; password: string; report: Report },
): Promise<SeedUser[]> {
  const choices = new Choices(1);
  const names = Array.from({ length: count }, () => personName(choices));
  const users: SeedUser[] = [];
  await atOnce({ count, inParallel, what: 'Users', report }, async (index) => {
    const role = roleOf(index);
    const username = `${role}${index}`;
    const made = await admin(usersCreate, {
      username,
      password,
      roles: [role],
      email: `${username}@bench.example`,
      display_name: names[index] ?? username,
    });
    users.push({ id: made.id, username, role, contactId: made.corresponds_to_contact });
  });
  return users.sort((one, other) => one.id - other.id);
}

function roleOf(index: number): string {
  if (index === 0) return 'administrator';
  if (index % 20 === 1) return 'dispatcher';
  return index % 20 === 2 ? 'marketer' : 'multiplier';
}
