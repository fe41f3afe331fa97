import { usersImport, type OutputOf } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import { importUser, type ImportUsersDeps } from '../../importing/import-user.ts';

/** Imports users of another installation one after the other, because two of them may be the same person. */
export const importUsers = defineHandler(usersImport, async (call, deps: ImportUsersDeps) => {
  const { source, users } = call.input;
  const outcomes: OutputOf<typeof usersImport>['users'] = [];
  for (const given of users)
    outcomes.push(await importUser({ ...call, claim: undefined }, deps, { source, given }));
  return { users: outcomes };
});
