import { inEnglish, remoteAnswerMs, type Extension } from '@svc/contracts';
import { createTranslators } from '@svc/language';
import {
  HookEngine,
  HttpClient,
  IdSequence,
  loadExtensions,
  openStore,
  OperationServer,
  serveCommands,
  type RunningService,
  type ServiceContext,
} from '@svc/service-kit';
import { commentCreatedHandler } from './commands/comment-created.ts';
import { createUserContactHandler } from './commands/create-user-contact.ts';
import { linkUserContactHandler } from './commands/link-user-contact.ts';
import { disconnectDeletedHandler } from './commands/disconnect-deleted.ts';
import { noteMessageHandler } from './commands/note-message.ts';
import { shareMentionedHandler } from './commands/share-mentioned.ts';
import { KnownContacts } from './compact/known-contacts.ts';
import type { RecordsConfig } from './config.ts';
import { markDescribed } from './connections/mark-described.ts';
import { depsByLanguage } from './deps-by-language.ts';
import type { RecordsDeps } from './deps.ts';
import { refillDerived } from './derived/refill-derived.ts';
import { duplicateClaimModel } from './duplicates/duplicate-claim-model.ts';
import { DuplicateFields } from './duplicates/duplicate-fields.ts';
import { withCheckedFilters } from './extensions/with-checked-filters.ts';
import { knownPages } from './list/known-pages.ts';
import { knownShared } from './list/known-shared.ts';
import { knownTotals } from './list/known-totals.ts';
import { KnownListKeys } from './list/known-list-keys.ts';
import { TooMany } from './list/too-many.ts';
import { Walks } from './list/walks.ts';
import { BuiltInGrid } from './locations/built-in-grid.ts';
import { geocodingOf } from './locations/geocoding-of.ts';
import { GridPlaces } from './locations/grid-places.ts';
import { LocationGrid } from './locations/location-grid.ts';
import { knownLocated } from './mapping/located-records.ts';
import { locationNamesJson } from './mapping/location-names.ts';
import { MadeOfGrid } from './mapping/made-of-grid.ts';
import { MappingFocus } from './mapping/mapping-focus.ts';
import { searchedPlaces } from './mapping/searched-places.ts';
import { knownUsedPlaces } from './mapping/used-places.ts';
import { builtInModules } from './modules/built-in-modules.ts';
import { recordHandlers } from './operations/record-handlers.ts';
import { People } from './people/people.ts';
import { PostTypes } from './post-types/post-types.ts';
import { FieldPlans } from './reading/field-plans.ts';
import { recordReads } from './reading/record-reads.ts';
import { ReadyItems } from './reading/ready-items.ts';
import { recentModel } from './recent/recent-model.ts';
import { RecentRecords } from './recent/recent-records.ts';
import { ViewAnnouncer } from './recent/view-announcer.ts';
import { knownTags } from './settings/known-tags.ts';
import { ModuleSwitch } from './site/module-switch.ts';
import { Modules } from './site/modules.ts';
import { Site } from './site/site.ts';
import { shareModel } from './sharing/share-model.ts';
import { activityModel } from './store/activity-model.ts';
import { edgeModel } from './store/edge-model.ts';
import { listWalkModel } from './store/list-walk-model.ts';
import { locationModel } from './store/location-model.ts';
import { privateValuesModel } from './store/private-values-model.ts';
import { RecordChanges } from './store/record-changes.ts';
import { recordModel } from './store/record-document.ts';
import { recordTextsModel } from './store/record-texts-model.ts';
import {
  derivedFormsModel,
  duplicateFieldsModel,
  mappingFocusModel,
  moduleSettingsModel,
} from './store/site-settings-model.ts';
import { transferModel } from './transfer/transfer-model.ts';
import { noteKeepers } from './writing/note-keepers.ts';
import { Turns } from './writing/turns.ts';

/** How long records waits for others. */
export type Patience = Pick<RecordsDeps, 'longestRequest'>;

/**
 * Other systems need long for a contact with many comments, and who gives up too early makes them get it twice: the answer is
 * noted also when the caller has gone.
 */
const usualPatience: Patience = { longestRequest: remoteAnswerMs };

/** Starts records: its database, its operations and the commands it carries out. */
export async function startRecords(
  context: ServiceContext,
  config: RecordsConfig,
  patience: Patience = usualPatience,
): Promise<RunningService> {
  const loaded = await loadExtensions(config.EXTENSIONS);
  const translatorFor = createTranslators(loaded.map(({ translations = {} }) => translations));
  const deps = { ...(await putTogether(context, config, loaded)), ...patience };
  const { bus, keyring, log, metrics, caller } = context;
  const { idempotency } = deps.store;
  await deps.store.prepare();
  // Before the first request: what it needs is in memory (docs/architecture.md, what is kept in memory).
  await Promise.all([deps.grid.fill(), bringUpToDate(deps, log)]);
  // Not waited for: without it lists are counted, and what connections show is read.
  void followChanges(deps, log);
  const commands = await serveCommands({
    service: 'records',
    connection: bus,
    keyring,
    handlers: [
      commentCreatedHandler,
      createUserContactHandler,
      linkUserContactHandler,
      disconnectDeletedHandler,
      noteMessageHandler,
      shareMentionedHandler,
    ],
    deps,
    idempotency,
    log,
    metrics,
  });
  const server = new OperationServer({
    connection: bus,
    keyring,
    caller,
    handlers: recordHandlers,
    deps,
    depsFor: depsByLanguage(deps, translatorFor),
    translatorFor,
    log,
    metrics,
    idempotency,
  });
  await deps.hooks.subscriptions.start({ connection: bus, keyring, log, metrics });
  const builtInGrid = new BuiltInGrid({ database: deps.store.connection, log });
  if (config.BUILT_IN_GRID) builtInGrid.start();
  return {
    checks: [{ name: 'database', check: () => deps.store.check() }],
    async stop() {
      // First: what subscribers do with an event in hand, they ask this very service.
      await deps.hooks.subscriptions.stop();
      await builtInGrid.stop();
      await server.drain();
      await commands.stop();
      deps.people.close();
      await deps.modules.stop();
      deps.recordChanges.stop();
      await deps.reads.knownLinked.stop();
      await deps.recent.stop();
      await deps.store.close();
    },
  };
}

/** What is stored, as this version of the service and its settings want it. */
async function bringUpToDate(deps: RecordsDeps, log: ServiceContext['log']): Promise<void> {
  await deps.modules.follow();
  await refillDerived(deps, log);
  await markDescribed(deps);
  await noteKeepers(deps);
}

async function followChanges(
  { recordChanges, reads }: RecordsDeps,
  log: ServiceContext['log'],
): Promise<void> {
  await recordChanges.start();
  await reads.knownLinked.fill().catch((error: unknown) => {
    log.warn({ err: error }, 'what connections show could not be read ahead');
  });
}

/** Of the memory for lists, that of whole pages; the rest is for single items. */
const pagesPart = 0.25;

async function putTogether(
  context: ServiceContext,
  config: RecordsConfig,
  loaded: readonly Extension[],
): Promise<Omit<RecordsDeps, keyof Patience>> {
  const extensions = [...builtInModules, ...loaded].map(withCheckedFilters);
  const http = new HttpClient(config.ALLOWED_PRIVATE_HOSTS);
  const geocoding = geocodingOf(config, http);
  const store = await openStore(context, config.MONGODB_URL);
  const records = recordModel(store.connection);
  const edges = edgeModel(store.connection);
  const privateValues = privateValuesModel(store.connection);
  const recordChanges = new RecordChanges({ records, privateValues, log: context.log });
  const locations = locationModel(store.connection);
  const searched = new MadeOfGrid(searchedPlaces);
  const locationNames = new MadeOfGrid(locationNamesJson);
  const grid = new LocationGrid(store.connection, (loaded) => {
    locationNames.of(loaded);
    return searched.of(loaded);
  });
  const modules = new Modules(extensions);
  const postTypes = PostTypes.declare(extensions);
  const moduleSettings = moduleSettingsModel(store.connection);
  const listBytes = config.LIST_CACHE_MB * 1024 * 1024;
  const site = new Site({
    publicUrl: config.PUBLIC_URL,
    dateFormat: config.SITE_DATE_FORMAT,
    timezone: config.SITE_TIMEZONE,
  });
  return {
    store,
    records,
    recordChanges,
    activity: activityModel(store.connection),
    edges,
    shares: shareModel(store.connection),
    fieldPlans: new FieldPlans(site),
    reads: recordReads({ records, edges, privateValues, postTypes, recordChanges }),
    recordTexts: recordTextsModel(store.connection),
    tooMany: new TooMany(),
    knownContacts: new KnownContacts({ records, recordChanges }),
    listKeys: new KnownListKeys({ records, recordChanges }),
    shared: knownShared(recordChanges, context.metrics.registry),
    totals: knownTotals(recordChanges, context.metrics.registry),
    pages: knownPages(recordChanges, context.metrics.registry, listBytes * pagesPart),
    walks: new Walks(listWalkModel(store.connection)),
    tags: knownTags(recordChanges, context.metrics.registry),
    privateValues,
    recent: new RecentRecords({
      model: recentModel(store.connection),
      views: new ViewAnnouncer({ ...context, jetstream: context.bus.jetstream() }),
      log: context.log,
    }),
    derivedForms: derivedFormsModel(store.connection),
    duplicateFields: new DuplicateFields(duplicateFieldsModel(store.connection)),
    duplicateClaims: duplicateClaimModel(store.connection),
    recordIds: new IdSequence(store.connection, 'records', 20),
    activityIds: new IdSequence(store.connection, 'activity', 500),
    shareIds: new IdSequence(store.connection, 'shares', 100),
    postTypes,
    plugins: loaded.map(({ name, version, pluginUrl = '' }) => ({ name, plugin_url: pluginUrl, version })),
    translate: inEnglish,
    modules: new ModuleSwitch({ modules, postTypes, settings: moduleSettings, log: context.log }),
    hooks: await HookEngine.setUp(extensions, { ...context, isOn: modules.isOn }),
    caller: context.caller,
    people: new People(context),
    locations,
    grid,
    places: new GridPlaces({ grid, locations }),
    searchedPlaces: searched,
    locationNames,
    usedPlaces: knownUsedPlaces(recordChanges, context.metrics.registry),
    located: knownLocated(recordChanges, context.metrics.registry),
    mappingFocus: new MappingFocus(mappingFocusModel(store.connection)),
    http,
    geocoding,
    turns: new Turns(),
    transfers: transferModel(store.connection),
    transferring: new Turns(),
    site,
    readyItems: new ReadyItems(site, listBytes * (1 - pagesPart)),
  };
}
