/** The roles of every instance. */
export const roles = [
  'registered',
  'strategist',
  'multiplier',
  'partner',
  'marketer',
  'dispatcher',
  'user_manager',
  'dt_admin',
  'administrator',
] as const;

export type Role = (typeof roles)[number];

/** One of each group of equivalent roles: for the rows a strategist equals registered, a marketer a partner, a `dt_admin` an administrator. */
export const differing = roles.filter((role) => !['strategist', 'marketer', 'dt_admin'].includes(role));

/** Everybody with an account. */
export const everybody: readonly Role[] = roles;
/** Roles that work with records: `access_contacts`, `create_contacts` and the same for groups. */
export const workers: readonly Role[] = roles.filter((role) => !['registered', 'strategist'].includes(role));
/** Roles with the overview: `dt_all_access_contacts`, `view_any_groups`. */
export const overview: readonly Role[] = ['dispatcher', 'dt_admin', 'administrator'];
/** Roles that see all contacts of type access: the overview, and `access_specific_sources` without a restriction. */
export const contactOverview: readonly Role[] = [...overview, 'partner', 'marketer'];
/** `delete_any_<type>`, `edit_peoplegroups`. */
export const deleters: readonly Role[] = ['dt_admin', 'administrator'];
/** `list_users`. */
export const userListers: readonly Role[] = [...overview, 'user_manager'];
/** `create_users`, `edit_users`, `promote_users`, `delete_users`. */
export const userAdministrators: readonly Role[] = ['user_manager', 'dt_admin', 'administrator'];
export const nobody: readonly Role[] = [];
