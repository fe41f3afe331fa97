import { usersImport, type InputOf } from '@svc/contracts';
import { inBatches, sideBySide } from '@svc/service-kit';
import { count, orElse, type Move } from './move.ts';
import { sourceUserSchema, userRowsSchema } from './source-answers.ts';
import type { UserIds } from './written-values.ts';

export type SourceUser = InputOf<typeof usersImport>['users'][number];

export async function readUsers({ source, concurrency }: Move): Promise<SourceUser[]> {
  const rows = await source.get('user-management/v1/get_users', userRowsSchema);
  return sideBySide(rows, concurrency, async (row) => {
    const user = await source
      .get('user-management/v1/user', sourceUserSchema, { user: row.ID })
      .catch(orElse(sourceUserSchema.parse({})));
    const email = user.user_email ?? row.user_email ?? '';
    return {
      source_id: row.ID,
      email,
      username: user.username ?? email,
      display_name: user.display_name ?? row.display_name ?? email,
      roles: user.roles ?? row.roles ?? [],
      locale: user.locale ?? '',
    };
  });
}

const batchSize = 50;

/** Why a password was left out. */
const reasons = {
  kept: 'The user has a password here, which stays.',
  unknown: 'Its hash is not one of WordPress.',
};

/** Imports the users without unknown roles. Returns their ids here by those at the source. */
export async function moveUsers(
  move: Move,
  users: readonly SourceUser[],
  roles: ReadonlySet<string>,
): Promise<UserIds> {
  const ids = new Map<number, number>();
  let done = 0;
  for (const batch of inBatches(users, batchSize)) {
    done += batch.length;
    const given = batch.map((user) => ({ ...user, roles: user.roles.filter((role) => roles.has(role)) }));
    const answer = await move.ask(usersImport, { source: move.name, users: given });
    await move.leftOut.add(
      ...batch.flatMap(({ source_id: id, roles: all }) =>
        all
          .filter((role) => !roles.has(role))
          .map((role) => ({ what: `users/${id}`, part: 'roles', reason: `There is no role ${role}.` })),
      ),
      ...answer.users.flatMap(({ source_id: id, reason }) =>
        reason === undefined ? [] : [{ what: `users/${id}`, reason }],
      ),
      ...answer.users.flatMap(({ source_id: id, password }) =>
        password === 'kept' || password === 'unknown'
          ? [{ what: `users/${id}`, part: 'password', reason: reasons[password] }]
          : [],
      ),
    );
    for (const { source_id: sourceId, id, outcome, password } of answer.users) {
      if (id !== null) ids.set(sourceId, id);
      count(move, `users ${outcome}`);
      move.report.addOutcome('users', outcome);
      if (password === undefined) continue;
      if (password === 'written') count(move, 'passwords written');
      move.report.add('passwords', {
        read: 1,
        written: Number(password === 'written'),
        unchanged: Number(password === 'unchanged'),
        skipped: Number(password === 'kept' || password === 'unknown'),
      });
    }
    // A resumed import meets the users again, which are listed.
    if (!move.checkpoint.isResumed) await move.ids.add('users', answer.users);
    move.progress.show({ what: 'users', done, of: users.length });
  }
  return ids;
}
