import type { Model } from 'mongoose';
import type { Translate } from '@svc/contracts';
import type { BusCaller, HookEngine, HttpClient, IdSequence, Store } from '@svc/service-kit';
import type { ActivityRow } from './activity/activity-row.ts';
import type { DuplicateClaim } from './duplicates/duplicate-claim-model.ts';
import type { DuplicateFields } from './duplicates/duplicate-fields.ts';
import type { KnownContacts } from './compact/known-contacts.ts';
import type { GeocodingProvider } from './locations/geocoding-provider.ts';
import type { KnownPages } from './list/known-pages.ts';
import type { KnownListKeys } from './list/known-list-keys.ts';
import type { KnownShared } from './list/known-shared.ts';
import type { KnownTotals } from './list/known-totals.ts';
import type { TooMany } from './list/too-many.ts';
import type { Walks } from './list/walks.ts';
import type { GridPlaces } from './locations/grid-places.ts';
import type { LocationGrid } from './locations/location-grid.ts';
import type { KnownLocated } from './mapping/located-records.ts';
import type { MadeOfGrid } from './mapping/made-of-grid.ts';
import type { MappingFocus } from './mapping/mapping-focus.ts';
import type { SearchedPlaces } from './mapping/searched-places.ts';
import type { KnownUsedPlaces } from './mapping/used-places.ts';
import type { People } from './people/people.ts';
import type { PostTypes } from './post-types/post-types.ts';
import type { FieldPlans } from './reading/field-plans.ts';
import type { RecordReads } from './reading/record-reads.ts';
import type { ReadyItems } from './reading/ready-items.ts';
import type { RecentRecords } from './recent/recent-records.ts';
import type { ShareDocument } from './sharing/share-model.ts';
import type { KnownTags } from './settings/known-tags.ts';
import type { ModuleSwitch } from './site/module-switch.ts';
import type { Site } from './site/site.ts';
import type { EdgeDocument } from './store/edge-model.ts';
import type { LocationDocument } from './store/location-model.ts';
import type { PrivateValues } from './store/private-values-model.ts';
import type { RecordChanges } from './store/record-changes.ts';
import type { RecordDocument } from './store/record-document.ts';
import type { RecordTextsDocument } from './store/record-texts-model.ts';
import type { DerivedForms } from './store/site-settings-model.ts';
import type { Transfer } from './transfer/transfer-model.ts';
import type { Turns } from './writing/turns.ts';

/** What the operations of records work with; put together in `service.ts`. */
export interface RecordsDeps {
  readonly store: Store;
  readonly records: Model<RecordDocument>;
  readonly recordChanges: RecordChanges;
  readonly activity: Model<ActivityRow>;
  readonly edges: Model<EdgeDocument>;
  /** The ids of shares; whom a record is shared with is in the record. */
  readonly shares: Model<ShareDocument>;
  /** The contacts of users, as pickers show them. */
  readonly knownContacts: KnownContacts;
  /** How fields of single records are read. */
  readonly fieldPlans: FieldPlans;
  /** With which single records are read. */
  readonly reads: RecordReads;
  /** By which lists find a text in records. */
  readonly recordTexts: Model<RecordTextsDocument>;
  readonly tooMany: TooMany;
  /** By what lists see and order records. */
  readonly listKeys: KnownListKeys;
  /** What is shared with the callers of lists. */
  readonly shared: KnownShared;
  /** How many records lists have, as far as that is known. */
  readonly totals: KnownTotals;
  /** First pages of lists, as far as they are known. */
  readonly pages: KnownPages;
  readonly walks: Walks;
  /** The tags in use, as far as they are known. */
  readonly tags: KnownTags;
  readonly privateValues: Model<PrivateValues>;
  /** What users lately viewed and chose. */
  readonly recent: RecentRecords;
  /** In which form lists find records. */
  readonly derivedForms: Model<DerivedForms>;
  readonly duplicateFields: DuplicateFields;
  readonly duplicateClaims: Model<DuplicateClaim>;
  readonly recordIds: IdSequence;
  readonly activityIds: IdSequence;
  readonly shareIds: IdSequence;
  /** With their labels in the caller's language. */
  readonly postTypes: PostTypes;
  /** Puts texts in the caller's language. */
  readonly translate: Translate;
  readonly modules: ModuleSwitch;
  /** The extensions that the installation has loaded. */
  readonly plugins: readonly {
    readonly name: string;
    readonly plugin_url: string;
    readonly version: string;
  }[];
  readonly hooks: HookEngine;
  readonly caller: Pick<BusCaller, 'call'>;
  readonly people: People;
  readonly locations: Model<LocationDocument>;
  /** All of it in memory. */
  readonly grid: LocationGrid;
  readonly places: GridPlaces;
  /** What the search for places looks through. */
  readonly searchedPlaces: MadeOfGrid<Promise<SearchedPlaces>>;
  /** The names of all places, as they are answered. */
  readonly locationNames: MadeOfGrid<Buffer>;
  /** The places that records name, as far as they are known. */
  readonly usedPlaces: KnownUsedPlaces;
  /** Where the records of lists lie, as far as that is known. */
  readonly located: KnownLocated;
  readonly mappingFocus: MappingFocus;
  /** Absent where the installation has none. */
  readonly geocoding: GeocodingProvider | undefined;
  readonly site: Site;
  /** By which requests leave for other sites. */
  readonly http: Pick<HttpClient, 'send'>;
  /** What items of lists have been made of. */
  readonly readyItems: ReadyItems;
  readonly turns: Turns;
  /** The contacts that went to other sites and came from there. */
  readonly transfers: Model<Transfer>;
  /** How long a request of a transfer may take, in milliseconds. */
  readonly longestRequest: number;
  /** Who transfers the same contact takes turns. */
  readonly transferring: Turns;
}
