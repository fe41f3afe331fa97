import { apiKeysEndpoints } from './api-keys.ts';
import { authEndpoints } from './auth.ts';
import { commentsEndpoints } from './comments.ts';
import { duplicatesEndpoints } from './duplicates.ts';
import type { Endpoint } from './endpoint.ts';
import { filesEndpoints } from './files.ts';
import { historyEndpoints } from './history.ts';
import { liveEndpoints } from './live.ts';
import { listsEndpoints } from './lists.ts';
import { notificationsEndpoints } from './notifications.ts';
import { placesEndpoints } from './places.ts';
import { recordsEndpoints } from './records.ts';
import { searchEndpoints } from './search.ts';
import { sessionsEndpoints } from './sessions.ts';
import { sharingEndpoints } from './sharing.ts';
import { siteLinksEndpoints } from './site-links.ts';
import { userAdministrationEndpoints } from './user-administration.ts';
import { transfersEndpoints } from './transfers.ts';
import { usersEndpoints } from './users.ts';

/** All endpoints. The first row that matches method and path answers. */
export const allEndpoints: readonly Endpoint[] = [
  ...authEndpoints,
  ...recordsEndpoints,
  ...filesEndpoints,
  ...historyEndpoints,
  ...listsEndpoints,
  ...sharingEndpoints,
  ...duplicatesEndpoints,
  ...commentsEndpoints,
  ...usersEndpoints,
  ...apiKeysEndpoints,
  ...sessionsEndpoints,
  ...userAdministrationEndpoints,
  ...notificationsEndpoints,
  ...liveEndpoints,
  ...searchEndpoints,
  ...placesEndpoints,
  ...siteLinksEndpoints,
  ...transfersEndpoints,
];
