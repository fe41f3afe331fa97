import { apiKeysEndpoints } from './api-keys.ts';
import { auditLogEndpoints } from './audit-log.ts';
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
import { rolesEndpoints } from './roles.ts';
import { searchEndpoints } from './search.ts';
import { secondFactorEndpoints } from './second-factor.ts';
import { sessionsEndpoints } from './sessions.ts';
import { sharingEndpoints } from './sharing.ts';
import { siteLinksEndpoints } from './site-links.ts';
import { transfersEndpoints } from './transfers.ts';
import { userAdministrationEndpoints } from './user-administration.ts';
import { usersEndpoints } from './users.ts';
import { operationsEndpoints } from './operations.ts';
import { webhooksEndpoints } from './webhooks.ts';

/** The endpoints of one subject, as the reference of the API shows them. */
export interface EndpointGroup {
  readonly name: string;
  readonly description: string;
  /** The guide in `docs/`. */
  readonly guide: string;
  readonly endpoints: readonly Endpoint[];
}

/** All endpoints by subject, in the order in which a new reader needs them. */
export const endpointGroups: readonly EndpointGroup[] = [
  {
    name: 'Signing in',
    description: 'Tokens of users, and this document.',
    guide: 'guides/authentication.md',
    endpoints: authEndpoints,
  },
  {
    name: 'Records',
    description: 'Read, create, change, delete and list records, and read which types and fields exist.',
    guide: 'guides/writing-a-record.md',
    endpoints: recordsEndpoints,
  },
  {
    name: 'Pickers and filters',
    description: 'Records and values to choose from, counts by value, and saved filters.',
    guide: 'guides/picking.md',
    endpoints: listsEndpoints,
  },
  {
    name: 'Search',
    description: 'One search over records of all types.',
    guide: 'guides/search.md',
    endpoints: searchEndpoints,
  },
  {
    name: 'Comments',
    description: 'Comments of a record, and reactions to them.',
    guide: 'guides/comments.md',
    endpoints: commentsEndpoints,
  },
  {
    name: 'Files',
    description: 'Upload, show, rename and delete files and pictures.',
    guide: 'guides/files.md',
    endpoints: filesEndpoints,
  },
  {
    name: 'Sharing',
    description: 'Users with access to a record, its followers, and requests for access.',
    guide: 'guides/sharing.md',
    endpoints: sharingEndpoints,
  },
  {
    name: 'History',
    description: 'Every change of a record, and undoing changes.',
    guide: 'guides/history.md',
    endpoints: historyEndpoints,
  },
  {
    name: 'Duplicates',
    description: 'Find possible duplicates, dismiss and merge them.',
    guide: 'guides/duplicates.md',
    endpoints: duplicatesEndpoints,
  },
  {
    name: 'Places',
    description: 'Search places, and count records by place.',
    guide: 'guides/locations.md',
    endpoints: placesEndpoints,
  },
  {
    name: 'Users',
    description: 'The settings of the caller, and other users.',
    guide: 'guides/users.md',
    endpoints: usersEndpoints,
  },
  {
    name: 'Notifications',
    description: 'The notifications of the caller.',
    guide: 'guides/notifications.md',
    endpoints: notificationsEndpoints,
  },
  {
    name: 'Live changes',
    description: 'Changes of records as they happen, or since a cursor.',
    guide: 'guides/live.md',
    endpoints: liveEndpoints,
  },
  {
    name: 'Webhooks',
    description: 'Deliveries of changes to other systems.',
    guide: 'guides/webhooks.md',
    endpoints: webhooksEndpoints,
  },
  {
    name: 'Operations',
    description: 'How the installation runs: its parts, mails and search index.',
    guide: 'guides/operations.md',
    endpoints: operationsEndpoints,
  },
  {
    name: 'Audit log',
    description: 'Who changed what anybody may do, and who took data out.',
    guide: 'operations/audit-log.md',
    endpoints: auditLogEndpoints,
  },
  {
    name: 'API keys',
    description: 'Keys for scripts and service accounts.',
    guide: 'guides/api-keys.md',
    endpoints: apiKeysEndpoints,
  },
  {
    name: 'Sessions',
    description: 'The sessions of the caller.',
    guide: 'guides/sessions.md',
    endpoints: sessionsEndpoints,
  },
  {
    name: 'Second factor',
    description: 'The second factor of the caller.',
    guide: 'guides/second-factor.md',
    endpoints: secondFactorEndpoints,
  },
  {
    name: 'Roles',
    description: 'The roles of the installation, and the capabilities that they may have.',
    guide: 'reference/roles.md',
    endpoints: rolesEndpoints,
  },
  {
    name: 'User administration',
    description: 'Create, change and disable users.',
    guide: 'guides/user-administration.md',
    endpoints: userAdministrationEndpoints,
  },
  {
    name: 'Site links',
    description: 'Access without a user account: forms, integrations, other installations.',
    guide: 'guides/site-links.md',
    endpoints: siteLinksEndpoints,
  },
  {
    name: 'Transfers',
    description: 'Send contacts to other installations, and receive them.',
    guide: 'guides/transfer.md',
    endpoints: transfersEndpoints,
  },
];

/** All endpoints. The first row that matches method and path answers. */
export const allEndpoints: readonly Endpoint[] = endpointGroups.flatMap(({ endpoints }) => endpoints);
