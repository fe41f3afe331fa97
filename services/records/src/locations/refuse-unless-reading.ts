import { mayReadLocations, ServiceError, type Actor } from '@svc/contracts';

/** @throws ServiceError `search_location_grid_by_name` for who may not know which places there are. */
export function refuseUnlessReading(actor: Actor): void {
  if (!mayReadLocations(actor))
    throw new ServiceError('search_location_grid_by_name', 'No permissions to read locations');
}
