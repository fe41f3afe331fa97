import type { ApiService } from './web-components.ts';

/** What a pending request is about. */
export interface Subjects {
  contactId: number;
  userId: number;
  commentId: string;
  activityId: string;
}

/** A request that the client can make and that the service does not know yet. */
export interface PendingRequest {
  /** The client's method that makes it. */
  from: keyof ApiService;
  method: string;
  /** Behind the API root; `:name` stands for one of the subjects. */
  path: string;
  /** What people do with it. */
  purpose: string;
  make: (client: ApiService, subjects: Subjects) => Promise<unknown>;
}

/** All of them, in one place. Whoever adds an endpoint removes its line here and drives it in `client.test.ts`. */
export const pendingRequests: readonly PendingRequest[] = [
  {
    from: 'listPostsCompact',
    method: 'GET',
    path: 'dt-posts/v2/contacts/compact',
    purpose: 'options of a connection field while somebody types',
    make: (client) => client.listPostsCompact('contacts', 'Bob & c'),
  },
  {
    from: 'getMultiSelectValues',
    method: 'GET',
    path: 'dt-posts/v2/contacts/multi-select-values',
    purpose: 'tags that are in use while somebody types',
    make: (client) => client.getMultiSelectValues('contacts', 'tags', 'a b'),
  },
  {
    from: 'getLocations',
    method: 'GET',
    path: 'dt/v1/mapping_module/search_location_grid_by_name',
    purpose: 'options of a location field while somebody types',
    make: (client) => client.getLocations('contacts', 'location_grid', 'all', 'par'),
  },
  {
    from: 'toggle_comment_reaction',
    method: 'POST',
    path: 'dt-posts/v2/contacts/:contactId/comments/:commentId/react',
    purpose: 'react to a comment',
    make: (client, { contactId, commentId, userId }) =>
      client.toggle_comment_reaction('contacts', contactId, commentId, userId, 'reaction_thumbs_up'),
  },
  {
    from: 'revertActivity',
    method: 'GET',
    path: 'dt-posts/v2/contacts/:contactId/revert/:activityId',
    purpose: 'take a change back',
    make: (client, { contactId, activityId }) => client.revertActivity('contacts', contactId, activityId),
  },
  {
    from: 'getPostShares',
    method: 'GET',
    path: 'dt-posts/v2/contacts/:contactId/shares',
    purpose: 'with whom a record is shared',
    make: (client, { contactId }) => client.getPostShares('contacts', contactId),
  },
  {
    from: 'addPostShare',
    method: 'POST',
    path: 'dt-posts/v2/contacts/:contactId/shares',
    purpose: 'share a record',
    make: (client, { contactId, userId }) => client.addPostShare('contacts', contactId, userId),
  },
  {
    from: 'removePostShare',
    method: 'DELETE',
    path: 'dt-posts/v2/contacts/:contactId/shares',
    purpose: 'stop sharing a record',
    make: (client, { contactId, userId }) => client.removePostShare('contacts', contactId, userId),
  },
  {
    from: 'requestRecordAccess',
    method: 'POST',
    path: 'dt-posts/v2/contacts/:contactId/request_record_access',
    purpose: 'ask for access to a record',
    make: (client, { contactId, userId }) => client.requestRecordAccess('contacts', contactId, userId),
  },
  {
    from: 'transferContact',
    method: 'POST',
    path: 'dt-posts/v2/contacts/transfer',
    purpose: 'hand a contact over to another site',
    make: (client, { contactId }) => client.transferContact(contactId, 1),
  },
  {
    from: 'transferContactSummaryUpdate',
    method: 'POST',
    path: 'dt-posts/v2/contacts/transfer/summary/send-update',
    purpose: 'tell the other site how a contact that was handed over is doing',
    make: (client, { contactId }) => client.transferContactSummaryUpdate(contactId, 'well'),
  },
  {
    from: 'getFilters',
    method: 'GET',
    path: 'dt/v1/users/get_filters',
    purpose: 'the list filters of a user',
    make: (client) => client.getFilters(),
  },
  {
    from: 'saveFilters',
    method: 'POST',
    path: 'dt/v1/users/save_filters',
    purpose: 'keep a list filter',
    make: (client) => client.saveFilters('contacts', { ID: '1', name: 'Mine', query: {} }),
  },
  {
    from: 'deleteFilter',
    method: 'DELETE',
    path: 'dt/v1/users/save_filters',
    purpose: 'drop a list filter',
    make: (client) => client.deleteFilter('contacts', '1'),
  },
  {
    from: 'createUser',
    method: 'POST',
    path: 'dt/v1/users/create',
    purpose: 'invite a user',
    make: (client) => client.createUser({ 'user-email': 'new@example.test', 'user-display': 'New' }),
  },
];
