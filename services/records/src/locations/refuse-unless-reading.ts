import { mayReadLocations, ServiceError, type Actor } from '@svc/contracts';

/** @throws ServiceError `search_location_grid_by_name` for callers who may not read locations. */
export function refuseUnlessReading(actor: Actor): void {
  if (!mayReadLocations(actor))
    throw new ServiceError('search_location_grid_by_name', 'No permissions to read locations');
}
