import {
  commentsList,
  recordsGet,
  searchAdvanced,
  usersActor,
  type Operation,
  type ServiceName,
} from '@svc/contracts';

/** An operation that changes nothing and costs little. */
export interface Probe {
  readonly operation: Operation;
  readonly input: object;
}

/**
 * What each service is asked to find out whether it is back. Any answer will do, a refusal as well; these get as far as
 * the service's database.
 */
export const probes: Readonly<Record<ServiceName, Probe>> = {
  records: { operation: recordsGet, input: { post_type: 'contacts', id: 0 } },
  comments: { operation: commentsList, input: { post_type: 'contacts', id: 0, number: 1 } },
  users: { operation: usersActor, input: { user_id: 1 } },
  search: { operation: searchAdvanced, input: { query: '', post_type: 'all', offset: 0 } },
};
