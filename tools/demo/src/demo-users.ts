import { usersAdminList, usersCreate } from '@svc/contracts';
import type { AdminCaller } from './admin-caller.ts';

/** One demo user per built-in role: the user name is the role's key. */
export const demoUsers: Readonly<Record<string, string>> = {
  administrator: 'Ada Administrator',
  dt_admin: 'Dario Admin',
  dispatcher: 'Dina Dispatcher',
  multiplier: 'Mona Multiplier',
  user_manager: 'Uma Manager',
  strategist: 'Stan Strategist',
  partner: 'Pia Partner',
  marketer: 'Marc Marketer',
  registered: 'Rita Registered',
};

export async function hasNoUsers(admin: AdminCaller): Promise<boolean> {
  const { users } = await admin(usersAdminList, {});
  return users.length === 0;
}

/** Creates the demo users. Returns their ids by role. */
export async function createDemoUsers(admin: AdminCaller, password: string): Promise<Map<string, number>> {
  const ids = new Map<string, number>();
  for (const [role, displayName] of Object.entries(demoUsers)) {
    const { id } = await admin(usersCreate, {
      username: role,
      email: `${role}@demo.example`,
      display_name: displayName,
      roles: [role],
      password,
    });
    ids.set(role, id);
  }
  return ids;
}
