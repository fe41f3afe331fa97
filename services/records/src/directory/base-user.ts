import { systemActor, usersBaseUser, type ExtensionCall } from '@svc/contracts';
import type { Call, BusCaller } from '@svc/service-kit';

/** The user who gets records without another user (setting BASE_USER of users); undefined when there is none. Asks as the system. */
export async function baseUserOf(call: ExtensionCall): Promise<number | undefined> {
  return (await call(usersBaseUser, {})).user_id ?? undefined;
}

/** The same within a request. */
export function baseUser(
  { requestId, deadline }: Pick<Call, 'requestId' | 'deadline'>,
  { caller }: { readonly caller: Pick<BusCaller, 'call'> },
): Promise<number | undefined> {
  const context = { caller: systemActor('records'), requestId, deadline };
  return baseUserOf((operation, input) => caller.call(operation, input, context));
}
