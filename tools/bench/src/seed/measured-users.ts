import type { SeedMarker, SeedUser } from './seed-marker.ts';

const maxMultipliers = 40;

/** The users who send the measured requests: the administrator, a dispatcher, and the multipliers in turn. */
export function measuredUsers({ users }: SeedMarker): {
  administrator: SeedUser;
  dispatcher: SeedUser;
  multipliers: SeedUser[];
} {
  const [administrator] = users.filter(({ role }) => role === 'administrator');
  if (!administrator) throw new Error('the seed has no administrator');
  const dispatcher = users.find(({ role }) => role === 'dispatcher') ?? administrator;
  const multipliers = users.filter(({ role }) => role === 'multiplier').slice(0, maxMultipliers);
  return { administrator, dispatcher, multipliers };
}
