import type { BusCaller } from '@svc/service-kit';
import type { GeocodingProvider } from '../grid/geocoding-provider.ts';
import type { LocationGrid } from '../grid/location-grid.ts';
import type { ListDeps } from '../lists/plan/list-deps.ts';
import type { DerivedFromGrid } from './derived-from-grid.ts';
import type { SiteSetting } from '../store/site-setting.ts';
import type { SearchedPlaces } from './searched-places.ts';

/** What places are found and records counted by them with. */
export interface LocationDeps extends ListDeps {
  readonly caller: Pick<BusCaller, 'call'>;
  /** Absent where the installation has none. */
  readonly geocoding: GeocodingProvider | undefined;
  /** All of it in memory. */
  readonly grid: LocationGrid;
  /** What the search for places looks through. */
  readonly searchedPlaces: DerivedFromGrid<Promise<SearchedPlaces>>;
  /** The names of all places, as they are answered. */
  readonly locationNames: DerivedFromGrid<Buffer>;
  readonly mappingFocus: SiteSetting<'mapping_focus'>;
}
