import { authEndpoints } from './auth.ts';
import { commentsEndpoints } from './comments.ts';
import { duplicatesEndpoints } from './duplicates.ts';
import type { Endpoint } from './endpoint.ts';
import { recordsEndpoints } from './records.ts';
import { searchEndpoints } from './search.ts';
import { usersEndpoints } from './users.ts';

/** Every endpoint. The first row whose method and path match is the one that answers. */
export const allEndpoints: readonly Endpoint[] = [
  ...authEndpoints,
  ...recordsEndpoints,
  ...duplicatesEndpoints,
  ...commentsEndpoints,
  ...usersEndpoints,
  ...searchEndpoints,
];
