import { z } from 'zod';
import { can } from '@svc/contracts';
import { settingsOf } from '../../model/user-settings.ts';
import type { User } from '../../model/user.ts';
import { checkGivingSources } from '../check-giving-sources.ts';
import { checkGiving } from '../../roles/check-giving.ts';
import { checkRoles } from '../../roles/role-catalogue.ts';
import type { Effect, Setting } from './setting.ts';

const texts = z.array(z.string().max(100)).max(200);

const rolesOf = (user: User) => [...user.roles];
const sourcesOf = (user: User) => [...settingsOf(user).allowedSources];

/** Callers who may not promote users change nothing and get the current list (docs/guides/users.md#ones-own-settings). */
const unchanged = (answer: Effect['answer']): Effect => ({ change: () => ({}), answer });

/** The roles and the visible sources of a user; both return the list afterwards. */
export const rightsSettings: readonly Setting[] = [
  {
    key: 'save_roles',
    read(value, { actor, roles }) {
      if (!can(actor, 'promote_users')) return unchanged(rolesOf);
      const given = texts.safeParse(value);
      if (!given.success) return { problem: 'save_roles must be a list of role keys' };
      const wanted = checkRoles(given.data, roles);
      return {
        change(user) {
          checkGiving({ giver: actor, user, wanted }, roles);
          return { roles: wanted };
        },
        answer: rolesOf,
      };
    },
  },
  {
    key: 'allowed_sources',
    read(value, { actor, roles }) {
      if (!can(actor, 'promote_users')) return unchanged(sourcesOf);
      const given = texts.safeParse(value);
      if (!given.success) return { problem: 'allowed_sources must be a list of source keys' };
      return {
        change(user) {
          const wanted = [...new Set(given.data)];
          checkGivingSources({ giver: actor, user, wanted }, roles);
          return { settings: { allowedSources: wanted } };
        },
        answer: sourcesOf,
      };
    },
  },
];
