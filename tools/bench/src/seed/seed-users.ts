import { usersCreate } from '@svc/contracts';
import { Choices, type AdminCaller } from '@svc/demo';
import type { Report } from '@svc/local-stack';
import { atOnce } from './at-once.ts';
import { personName } from './people-names.ts';
import type { SeedMarker, SeedUser } from './seed-form.ts';

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

const maxMultipliers = 40;

/** The users who send the measured requests: the administrator, a dispatcher, and the multipliers in turn. */
export function measuredUsers({ users }: SeedMarker): {
  administrator: SeedUser;
  dispatcher: SeedUser;
  multipliers: SeedUser[];
} {
  const [administrator] = users.filter(({ role }) => role === 'administrator');
  if (!administrator) throw new Error('The seed has no administrator.');
  const dispatcher = users.find(({ role }) => role === 'dispatcher') ?? administrator;
  const multipliers = users.filter(({ role }) => role === 'multiplier').slice(0, maxMultipliers);
  return { administrator, dispatcher, multipliers };
}

function roleOf(index: number): string {
  if (index === 0) return 'administrator';
  if (index % 20 === 1) return 'dispatcher';
  return index % 20 === 2 ? 'marketer' : 'multiplier';
}
