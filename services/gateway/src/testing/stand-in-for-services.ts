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
  usersLogin,
  usersUpdate,
  type OutputOf,
} from '@svc/contracts';
import { Warned } from '@svc/service-kit';
import type { GatewayBed } from './gateway-bed.ts';

/** The only record there is: contact 12. */
export const bob = { ID: 12, name: 'Bob', title: 'Bob 李' } as OutputOf<typeof recordsGet>;

/** The name of a record in a list that is asked for the name `large`: 15 MB of it, twice a message on the bus. */
export const largeName = '好'.repeat(5_000_000);

/** Stand-ins for the services behind the endpoints. A login with the password `often` comes too often. */
export async function standInForServices(bed: GatewayBed): Promise<void> {
  await bed.standInForUsers();
  await bed.standIn(recordsCreate, () => bob);
  await bed.standIn(recordsUpdate, () => bob);
  await bed.standIn(recordsDelete, () => true);
  await bed.standIn(recordsGet, ({ id }) => {
    if (id === bob.ID) return bob;
    throw new ServiceError('get_post', `No permissions to read contacts with ID ${id}`);
  });
  await bed.standIn(recordsList, ({ query }) => {
    const posts = query['name'] === 'large' ? [{ name: largeName }] : [];
    return { posts, total: posts.length } as OutputOf<typeof recordsList>;
  });
  await bed.standIn(recordsSettings, ({ post_type: type }) => {
    if (type === 'secrets') throw new ServiceError('get_post_settings', `No permissions to read ${type}`);
    return { post_type: type, fields: {} } as OutputOf<typeof recordsSettings>;
  });
  await bed.standIn(commentsCreate, () => ({ comment_ID: '1' }) as OutputOf<typeof commentsCreate>);
  await bed.standIn(commentsDelete, () => true);
  await bed.standIn(recordsActivity, () => ({ activity: [], total: 0 }));
  await bed.standIn(usersUpdate, () => true);
  await bed.standIn(usersAdd, () => 4);
  await bed.standIn(searchAdvanced, ({ query }) => {
    const found = { hits: [], total_hits: 0 };
    return query === 'roughly' ? new Warned(found, 'Only names.') : found;
  });
  await bed.standIn(usersLogin, ({ password }) => {
    const options = { data: { retry_after: 17.2 } };
    if (password === 'often') throw new ServiceError('too_many_requests', 'Too many attempts.', options);
    throw new ServiceError('jwt_auth_failed', 'Invalid Credentials.');
  });
}
