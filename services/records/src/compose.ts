import { inEnglish, type Extension } from '@svc/contracts';
import { HookEngine, HttpClient, IdSequence, openStore, type ServiceContext } from '@svc/service-kit';
import type { RecordsConfig } from './config.ts';
import { People } from './directory/people.ts';
import type { DuplicateDeps } from './duplicates/duplicate-deps.ts';
import { DuplicateFields } from './duplicates/duplicate-fields.ts';
import { warnOfDuplicates } from './duplicates/warn-of-duplicates.ts';
import { geocodingOf } from './grid/geocoding-of.ts';
import { GridPlaces } from './grid/grid-places.ts';
import { LocationGrid } from './grid/location-grid.ts';
import { KnownListKeys } from './lists/cache/known-list-keys.ts';
import { knownPages } from './lists/cache/known-pages.ts';
import { knownShared } from './lists/cache/known-shared.ts';
import { knownTotals } from './lists/cache/known-totals.ts';
import type { ListDeps } from './lists/plan/list-deps.ts';
import { TooMany } from './lists/cache/too-many.ts';
import { Walks } from './lists/cache/walks.ts';
import { knownLocated } from './locations/located-records.ts';
import type { LocationDeps } from './locations/location-deps.ts';
import { locationNamesJson } from './locations/location-names.ts';
import { MadeOfGrid } from './locations/made-of-grid.ts';
import { MappingFocus } from './locations/mapping-focus.ts';
import { searchedPlaces } from './locations/searched-places.ts';
import { knownUsedPlaces } from './locations/used-places.ts';
import { Site } from './model/site.ts';
import { builtInModules } from './modules/built-in-modules.ts';
import { KnownContacts } from './pickers/known-contacts.ts';
import type { PickerDeps } from './pickers/picker-deps.ts';
import { ModuleSwitch } from './post-types/module-switch.ts';
import { Modules } from './post-types/modules.ts';
import { PostTypes } from './post-types/post-types.ts';
import { withCheckedFilters } from './post-types/with-checked-filters.ts';
import { FieldPlans } from './read/field-plans.ts';
import type { ReadDeps } from './read/read-deps.ts';
import { ReadyItems } from './read/ready-items.ts';
import { recordReads } from './read/record-reads.ts';
import { RecentRecords } from './recent/recent-records.ts';
import { ViewAnnouncer } from './recent/view-announcer.ts';
import { knownTags } from './settings/known-tags.ts';
import type { SettingsDeps } from './settings/settings-deps.ts';
import { activityModel } from './store/activity-model.ts';
import type { Collections } from './store/collections.ts';
import { duplicateClaimModel } from './store/duplicate-claim-model.ts';
import { edgeModel } from './store/edge-model.ts';
import { listWalkModel } from './store/list-walk-model.ts';
import { recordsMigrations } from './store/migrations.ts';
import { locationModel } from './store/location-model.ts';
import { privateValuesModel } from './store/private-values-model.ts';
import { recentModel } from './store/recent-model.ts';
import { RecordChanges } from './store/record-changes.ts';
import { recordModel } from './store/record-collection.ts';
import { recordTextsModel } from './store/record-texts-model.ts';
import { shareModel } from './store/share-model.ts';
import {
  derivedFormsModel,
  duplicateFieldsModel,
  mappingFocusModel,
  moduleSettingsModel,
} from './store/site-settings-model.ts';
import { transferModel } from './store/transfer-model.ts';
import type { TransferDeps } from './transfer/transfer-deps.ts';
import { Turns } from './revision/record-locks.ts';
import type { WriteDeps } from './revision/write-deps.ts';

/** What each part of the service works with. */
export interface Composed {
  readonly read: ReadDeps;
  readonly write: WriteDeps;
  readonly lists: ListDeps;
  readonly pickers: PickerDeps;
  readonly duplicates: DuplicateDeps;
  readonly transfer: TransferDeps;
  readonly locations: LocationDeps;
  readonly settings: SettingsDeps;
}

/** Of the memory for lists, that of whole pages; the rest is for single items. */
const pagesPart = 0.25;

/** Puts the parts of the service together, from the store up; nothing is asked of the database yet. */
export async function compose(
  context: ServiceContext,
  config: RecordsConfig,
  { loaded, longestRequest }: { loaded: readonly Extension[]; longestRequest: number },
): Promise<Composed> {
  const { log, caller, bus } = context;
  const { registry } = context.metrics;
  const extensions = [...builtInModules, ...loaded].map(withCheckedFilters);
  const http = new HttpClient(config.ALLOWED_PRIVATE_HOSTS);
  const geocoding = geocodingOf(config, http);
  const store = await openStore(context, config.MONGODB_URL, recordsMigrations);
  const { connection } = store;
  const collections: Collections = {
    records: recordModel(connection),
    activity: activityModel(connection),
    edges: edgeModel(connection),
    shares: shareModel(connection),
    recordTexts: recordTextsModel(connection),
    privateValues: privateValuesModel(connection),
    derivedForms: derivedFormsModel(connection),
    duplicateClaims: duplicateClaimModel(connection),
    locations: locationModel(connection),
    transfers: transferModel(connection),
  };
  const recordChanges = new RecordChanges({ ...collections, log });
  const searched = new MadeOfGrid(searchedPlaces);
  const locationNames = new MadeOfGrid(locationNamesJson);
  const grid = new LocationGrid(connection, (loadedGrid) => {
    locationNames.of(loadedGrid);
    return searched.of(loadedGrid);
  });
  const site = new Site({
    publicUrl: config.PUBLIC_URL,
    dateFormat: config.SITE_DATE_FORMAT,
    timezone: config.SITE_TIMEZONE,
  });
  const modules = new Modules(extensions);
  const postTypes = PostTypes.declare(extensions);
  const listBytes = config.LIST_CACHE_MB * 1024 * 1024;
  const recent = new RecentRecords({
    model: recentModel(connection),
    views: new ViewAnnouncer({ ...context, jetstream: bus.jetstream() }),
    log,
  });
  const read: ReadDeps = {
    ...collections,
    store,
    recent,
    hooks: await HookEngine.setUp(extensions, { ...context, isOn: modules.isOn }),
    people: new People(context),
    places: new GridPlaces({ grid, locations: collections.locations }),
    site,
    postTypes,
    translate: inEnglish,
    fieldPlans: new FieldPlans(site),
    reads: recordReads({ ...collections, postTypes, recordChanges }),
    readyItems: new ReadyItems(site, listBytes * (1 - pagesPart)),
  };
  const duplicateFields = new DuplicateFields(duplicateFieldsModel(connection));
  const write: WriteDeps = {
    ...read,
    ...collections,
    caller,
    geocoding,
    recordIds: new IdSequence(connection, 'records', 20),
    activityIds: new IdSequence(connection, 'activity', 500),
    shareIds: new IdSequence(connection, 'shares', 100),
    turns: new Turns(),
    followUpsOf: (call, created) => warnOfDuplicates(call, { ...read, duplicateFields }, created),
  };
  const lists: ListDeps = {
    ...read,
    ...collections,
    recordChanges,
    tooMany: new TooMany(),
    listKeys: new KnownListKeys({ ...collections, recordChanges }),
    shared: knownShared(recordChanges, registry),
    totals: knownTotals(recordChanges, registry),
    pages: knownPages(recordChanges, registry, listBytes * pagesPart),
    walks: new Walks(listWalkModel(connection)),
  };
  const pickers: PickerDeps = {
    ...lists,
    knownContacts: new KnownContacts({ ...collections, recordChanges }),
  };
  const duplicates: DuplicateDeps = { ...write, ...collections, duplicateFields };
  const transfer: TransferDeps = {
    ...duplicates,
    ...collections,
    http,
    longestRequest,
    transferring: new Turns(),
  };
  const locations: LocationDeps = {
    ...lists,
    caller,
    geocoding,
    grid,
    searchedPlaces: searched,
    locationNames,
    usedPlaces: knownUsedPlaces(recordChanges, registry),
    located: knownLocated(recordChanges, registry),
    mappingFocus: new MappingFocus(mappingFocusModel(connection)),
  };
  const settings: SettingsDeps = {
    ...lists,
    tags: knownTags(recordChanges, registry),
    modules: new ModuleSwitch({ modules, postTypes, settings: moduleSettingsModel(connection), log }),
    plugins: loaded.map(({ name, version, pluginUrl = '' }) => ({ name, plugin_url: pluginUrl, version })),
  };
  return { read, write, lists, pickers, duplicates, transfer, locations, settings };
}
