import { usersBaseUser } from '@svc/contracts';
import { askAsSystem, type AskingCall, type AskingDeps } from './ask-as-system.ts';

/** The user who gets records without another user (setting BASE_USER of users); undefined when there is none. */
export async function baseUser(call: AskingCall, deps: AskingDeps): Promise<number | undefined> {
  return (await askAsSystem(call, deps, usersBaseUser, {})).user_id ?? undefined;
}
