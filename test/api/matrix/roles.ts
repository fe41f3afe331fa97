/** The roles every instance has. */
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

/** A role every instance has. */
export type Role = (typeof roles)[number];

/** Of roles that differ in nothing that the rows ask for, one: a strategist is as registered, a marketer as a partner, a `dt_admin` as an administrator. */
export const differing = roles.filter((role) => !['strategist', 'marketer', 'dt_admin'].includes(role));

/** Everybody with an account. */
export const everybody: readonly Role[] = roles;
/** Who works with records: `access_contacts`, `create_contacts` and the same for groups. */
export const workers: readonly Role[] = roles.filter((role) => !['registered', 'strategist'].includes(role));
/** Who has the overview: `dt_all_access_contacts`, `view_any_groups`. */
export const overview: readonly Role[] = ['dispatcher', 'dt_admin', 'administrator'];
/** To whom contacts of type access are open: the overview, and `access_specific_sources` without a restriction. */
export const contactOverview: readonly Role[] = [...overview, 'partner', 'marketer'];
/** `delete_any_<type>`, `edit_peoplegroups`. */
export const deleters: readonly Role[] = ['dt_admin', 'administrator'];
/** `list_users`. */
export const userListers: readonly Role[] = [...overview, 'user_manager'];
/** `create_users`, `edit_users`, `promote_users`, `delete_users`. */
export const userAdministrators: readonly Role[] = ['user_manager', 'dt_admin', 'administrator'];
export const nobody: readonly Role[] = [];
