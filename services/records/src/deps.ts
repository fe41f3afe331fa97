import type { Model } from 'mongoose';
import type { BusCaller, HookEngine, IdSequence, Store } from '@svc/service-kit';
import type { ActivityRow } from './activity/activity-row.ts';
import type { DuplicateClaim } from './duplicates/duplicate-claim-model.ts';
import type { GeocodingProvider } from './locations/geocoding-provider.ts';
import type { GridPlaces } from './locations/grid-places.ts';
import type { People } from './people/people.ts';
import type { PostTypes } from './post-types/post-types.ts';
import type { ModuleSwitch } from './site/module-switch.ts';
import type { Site } from './site/site.ts';
import type { EdgeDocument } from './store/edge-model.ts';
import type { LocationDocument } from './store/location-model.ts';
import type { PrivateValues } from './store/private-values-model.ts';
import type { RecordDocument } from './store/record-document.ts';
import type { Turns } from './writing/turns.ts';

/** What the operations of records work with; put together in `service.ts`. */
export interface RecordsDeps {
  readonly store: Store;
  readonly records: Model<RecordDocument>;
  readonly activity: Model<ActivityRow>;
  readonly edges: Model<EdgeDocument>;
  readonly privateValues: Model<PrivateValues>;
  readonly duplicateClaims: Model<DuplicateClaim>;
  readonly recordIds: IdSequence;
  readonly activityIds: IdSequence;
  readonly postTypes: PostTypes;
  readonly modules: ModuleSwitch;
  readonly hooks: HookEngine;
  readonly caller: Pick<BusCaller, 'call'>;
  readonly people: People;
  readonly locations: Model<LocationDocument>;
  readonly places: GridPlaces;
  /** Absent where the installation has none. */
  readonly geocoding: GeocodingProvider | undefined;
  readonly site: Site;
  readonly turns: Turns;
}
