import type { ApiService } from './web-components.ts';

/** What a pending request is about. */
export interface Subjects {
  contactId: number;
  userId: number;
  commentId: string;
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
    from: 'getLocations',
    method: 'GET',
    path: 'dt/v1/mapping_module/search_location_grid_by_name',
    purpose: 'options of a location field while somebody types',
    make: (client) => client.getLocations('contacts', 'location_grid', 'all', 'par'),
  },
];
