import { ServiceError } from '@svc/contracts';
import type { GatewayHandler } from './request-state.ts';

/** The step for requests that match no endpoint, by path or by method. */
export const noRoute: GatewayHandler = () => {
  throw new ServiceError('rest_no_route', 'No route was found matching the URL and request method.');
};
