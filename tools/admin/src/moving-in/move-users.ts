import { usersImport } from '@svc/contracts';
import { count, type Move, type Tally } from './move.ts';
import { sourceUserSchema, userRowsSchema } from './source-answers.ts';
import { SourceRefusal } from './source-client.ts';
import { sideBySide } from './side-by-side.ts';
import type { UserIds } from './written-values.ts';

/** A user of the source, as input of `users.import_users`. */
export interface SourceUser {
  readonly source_id: number;
  readonly username: string;
  readonly email: string;
  readonly display_name: string;
  readonly roles: string[];
  readonly locale: string;
}

/** Reads all users of the source with their roles. */
export async function readUsers({
  source,
  concurrency,
}: Pick<Move, 'source' | 'concurrency'>): Promise<SourceUser[]> {
  const rows = await source.get('user-management/v1/get_users', userRowsSchema);
  return sideBySide(rows, concurrency, async (row) => {
    const user = await source
      .get('user-management/v1/user', sourceUserSchema, { user: row.ID })
      .catch((error: unknown) => {
        if (error instanceof SourceRefusal) return sourceUserSchema.parse({});
        throw error;
      });
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

/** Imports the users without unknown roles. Returns their ids here by those at the source. */
export async function moveUsers(
  move: Move,
  users: readonly SourceUser[],
  roles: ReadonlySet<string>,
  tally: Tally,
): Promise<UserIds> {
  const ids = new Map<number, number>();
  for (let start = 0; start < users.length; start += batchSize) {
    const batch = users.slice(start, start + batchSize);
    const given = batch.map((user) => ({ ...user, roles: user.roles.filter((role) => roles.has(role)) }));
    const answer = await move.ask(usersImport, { source: move.name, users: given });
    await move.leftOut.add([
      ...batch.flatMap(({ source_id: id, roles: all }) =>
        all
          .filter((role) => !roles.has(role))
          .map((role) => ({ what: `users/${id}`, part: 'roles', reason: `There is no role ${role}.` })),
      ),
      ...answer.users.flatMap(({ source_id: id, reason }) =>
        reason === undefined ? [] : [{ what: `users/${id}`, reason }],
      ),
    ]);
    for (const { source_id: sourceId, id, outcome } of answer.users) {
      if (id !== null) ids.set(sourceId, id);
      count(tally, `users ${outcome}`);
    }
    move.progress.show({ what: 'users', done: start + batch.length, of: users.length });
  }
  return ids;
}
