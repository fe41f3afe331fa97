import {
  commentsCreate,
  commentsDelete,
  recordsActivity,
  recordsCreate,
  recordsDelete,
  recordsGet,
  recordsList,
  recordsSettings,
  recordsUpdate,
  searchAdvanced,
  ServiceError,
  usersAdd,
  usersDeleteUser,
  usersLogin,
  usersSendPasswordReset,
  usersUpdate,
  type OutputOf,
} from '@svc/contracts';
import { AnswerWith } from '@svc/service-kit';
import type { GatewayHarness } from './gateway-harness.ts';

/** The only record there is: contact 12. */
export const bob = { ID: 12, name: 'Bob', title: 'Bob 李' } as OutputOf<typeof recordsGet>;

/** The name of a record in a list that is asked for the name `large`: 300 kB of it, enough to be compressed. */
const largeName = '好'.repeat(100_000);

/** Stand-ins for the services behind the endpoints. A login with the password `often` comes too often. */
export async function standInForServices(harness: GatewayHarness): Promise<void> {
  await harness.standInForUsers();
  await harness.standIn(recordsCreate, () => bob);
  await harness.standIn(recordsUpdate, () => bob);
  await harness.standIn(recordsDelete, () => true);
  await harness.standIn(recordsGet, ({ id }) => {
    if (id === bob.ID) return new AnswerWith({ version: 3 }, bob);
    throw new ServiceError('get_post', `No permissions to read contacts with ID ${id}`);
  });
  await harness.standIn(recordsList, ({ query }) => {
    const posts = query['name'] === 'large' ? [{ name: largeName }] : [];
    return { posts, total: posts.length } as OutputOf<typeof recordsList>;
  });
  await harness.standIn(recordsSettings, ({ post_type: type }) => {
    if (type === 'secrets') throw new ServiceError('get_post_settings', `No permissions to read ${type}`);
    return { post_type: type, fields: {} } as OutputOf<typeof recordsSettings>;
  });
  await harness.standIn(commentsCreate, () => ({ comment_ID: '1' }) as OutputOf<typeof commentsCreate>);
  await harness.standIn(commentsDelete, () => true);
  await harness.standIn(recordsActivity, () => ({ activity: [], total: 0 }));
  await harness.standIn(usersUpdate, () => true);
  await harness.standIn(usersAdd, () => 4);
  await harness.standIn(usersDeleteUser, () => true);
  await harness.standIn(usersSendPasswordReset, () => true);
  await harness.standIn(searchAdvanced, ({ query }) => {
    const found = { hits: [], total_hits: 0 };
    return query === 'roughly' ? new AnswerWith({ warning: 'Only names.' }, found) : found;
  });
  await harness.standIn(usersLogin, ({ password }) => {
    const options = { data: { retry_after: 17.2 } };
    if (password === 'often') throw new ServiceError('too_many_requests', 'Too many attempts.', options);
    if (password === 'good') return { token: 'x'.repeat(5_000) } as OutputOf<typeof usersLogin>;
    throw new ServiceError('jwt_auth_failed', 'Invalid Credentials.');
  });
}
