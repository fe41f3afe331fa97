import type { BusCaller } from '@svc/service-kit';
import type { LocationGrid } from '../grid/location-grid.ts';
import type { ListDeps } from '../lists/plan/list-deps.ts';
import type { DerivedFromGrid } from './derived-from-grid.ts';
import type { SiteSetting } from '../store/site-setting.ts';
import type { SearchedPlaces } from './searched-places.ts';

export interface LocationDeps extends ListDeps {
  readonly caller: Pick<BusCaller, 'call'>;
  readonly grid: LocationGrid;
  readonly searchedPlaces: DerivedFromGrid<Promise<SearchedPlaces>>;
  /** The answer with the names of all places. */
  readonly locationNames: DerivedFromGrid<Buffer>;
  readonly mappingFocus: SiteSetting<'mapping_focus'>;
}
