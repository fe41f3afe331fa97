/**
 * Raised whenever what is seeded becomes something else: data of another form is made again. Derived values, indexes
 * and the like are no part of it; the services bring those up to date themselves.
 */
export const seedForm = 2;

/** How much of everything there is. */
export interface SeedSize {
  contacts: number;
  groups: number;
  users: number;
  /** Contacts that are created by the service; the others are copies of them. */
  family: number;
  /** Contacts are small: a name, a telephone number and whom they are assigned to; there are no groups. */
  small?: true;
}
const maxUsersOfSmall = 200;

/** One group for ten contacts, one user for five hundred; the number of contacts is rounded to whole families. */
export function seedSize(contacts: number, largestFamily = 2_000): SeedSize {
  const family = Math.min(contacts, largestFamily);
  const families = Math.round(contacts / family);
  return {
    contacts: family * families,
    groups: groupsFor(family) * families,
    users: Math.max(10, Math.round(contacts / 500)),
    family,
  };
}

/** Small contacts, in families that are large enough to have many names. */
export function smallSeedSize(contacts: number, largestFamily = 10_000): SeedSize {
  const { users, family, ...size } = seedSize(contacts, largestFamily);
  return { ...size, users: Math.min(users, maxUsersOfSmall), family, groups: 0, small: true };
}

/** How many groups there are for that many contacts. */
export function groupsFor(contacts: number): number {
  return Math.round(contacts / 10);
}
