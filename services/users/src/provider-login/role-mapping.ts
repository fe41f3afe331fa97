/** A value of a claim, and the role that it gives. */
export type RoleMapping = ReadonlyMap<string, string>;

/** The roles of a new user by the values of a claim. `*` stands for any user. */
export function rolesOfClaim(claim: unknown, mapping: RoleMapping): string[] {
  const values = Array.isArray(claim) ? (claim as unknown[]) : [claim];
  const roles = values.map((value) => (typeof value === 'string' ? mapping.get(value) : undefined));
  const found = [...new Set(roles.filter((role) => role !== undefined))];
  const any = mapping.get('*');
  return found.length > 0 || any === undefined ? found : [any];
}
