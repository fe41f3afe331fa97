import { totalmem } from 'node:os';
import { inEnglish, type Extension } from '@svc/contracts';
import { Pictures } from '@svc/pictures';
import {
  FairQueue,
  HookEngine,
  withCheckedSetup,
  type DeclarationMistakes,
  type ServiceContext,
} from '@svc/service-kit';
import { HttpClient } from '@svc/service-kit/http-client';
import { Collection, IdSequence, openStore, RateCounter } from '@svc/service-kit/store';
import { ReadCache } from './cache/read-cache.ts';
import { RecordChanges } from './cache/record-changes.ts';
import type { RecordsConfig } from './config.ts';
import { UserDirectory } from './directory/user-directory.ts';
import type { FileDeps } from './files/file-deps.ts';
import { FileMetrics } from './files/file-metrics.ts';
import { StorageQuota } from './files/storage-quota.ts';
import type { DuplicateDeps } from './duplicates/duplicate-deps.ts';
import { valueCheckLimiter } from './duplicates/value-check-limiter.ts';
import { warnOfDuplicates } from './duplicates/warn-of-duplicates.ts';
import { geocodingOf } from './grid/geocoding-of.ts';
import { inTurns } from './grid/geocoding-provider.ts';
import { GridPlaces } from './grid/grid-places.ts';
import { LocationGrid } from './grid/location-grid.ts';
import type { ListDeps } from './lists/plan/list-deps.ts';
import { Cardinalities } from './lists/plan/cardinalities.ts';
import { PageCursors } from './store/page-cursors.ts';
import type { LocationDeps } from './locations/location-deps.ts';
import { locationNamesJson } from './locations/location-names.ts';
import { DerivedFromGrid } from './locations/derived-from-grid.ts';
import { searchedPlaces } from './locations/searched-places.ts';
import { FileAddresses } from './model/file-addresses.ts';
import type { PostType } from './model/post-type.ts';
import { Site } from './model/site.ts';
import { NameIndex } from './name-index/name-index.ts';
import { builtInModules } from './modules/built-in-modules.ts';
import { Modules } from './post-types/modules.ts';
import { PostTypes } from './post-types/post-types.ts';
import { withCheckedFilters } from './post-types/with-checked-filters.ts';
import type { ReadDeps } from './read/read-deps.ts';
import { FieldPlans, ItemPlans } from './read/read-plans.ts';
import { recordReads } from './read/record-reads.ts';
import { RecentRecords } from './recent/recent-records.ts';
import { ViewAnnouncer } from './recent/view-announcer.ts';
import type { SettingsDeps } from './settings/settings-for.ts';
import type { FileImportDeps, ImportDeps } from './importing/import-deps.ts';
import { importedFileModel, importedRecordModel } from './store/imported-models.ts';
import { activityModel } from './store/activity-model.ts';
import type { Collections } from './store/collections.ts';
import { duplicateClaimModel } from './store/duplicate-claim-model.ts';
import { fileModel } from './store/file-model.ts';
import { uploadChunkModel, uploadModel } from './store/upload-models.ts';
import { openFileStorage } from './storage/open-file-storage.ts';
import { edgeModel } from './store/edge-model.ts';
import { recordsMigrations } from './store/migrations.ts';
import { locationModel } from './store/location-model.ts';
import { privateValuesModel } from './store/private-values-model.ts';
import { recentModel } from './store/recent-model.ts';
import { recordChangeModel } from './store/record-change-model.ts';
import { recordModel } from './store/record-collection.ts';
import { recordTextsModel } from './store/record-texts-model.ts';
import { shareModel } from './store/share-model.ts';
import { SiteSetting } from './store/site-setting.ts';
import { transferModel } from './store/transfer-model.ts';
import {
  webhookDeliveryIndexes,
  type WebhookDelivery,
  type WebhookDocument,
} from './store/webhook-models.ts';
import { webhookSender } from './webhooks/send-deliveries.ts';
import { WebhookSecrets } from './webhooks/webhook-secrets.ts';
import type { TransferDeps } from './transfer/transfer-deps.ts';
import { RecordLocks } from './revision/record-locks.ts';
import type { WritePorts } from './write/write-request.ts';

/** The dependencies of each part of the service. */
export type Composed = Awaited<ReturnType<typeof compose>>;

const megabyte = 1024 * 1024;
const secondsPerHour = 60 * 60;

/** Requests to other sites that a process sends at a time. */
const siteRequestsAtOnce = 8;

/** Average duration, in milliseconds, above which the lists of one caller run one after the other. */
const slowListMs = 50;

/** The share of the memory that the process may use, and the most, for the name index by default. */
const nameIndexShare = 0.1;
const maxNameIndexMb = 2_048;

function defaultNameIndexMb(): number {
  const mb = Math.min(totalmem(), process.constrainedMemory() || Infinity) / megabyte;
  return Math.min(maxNameIndexMb, Math.floor(mb * nameIndexShare));
}

/** The fields that pickers and connections show in addition to the name. */
function shownByName({ statusField, userField }: PostType): string[] {
  return [statusField?.status_key, userField].filter((key) => key !== undefined);
}

/** Composes the parts of the service, from the store up; sends no query to the database yet. */
export async function compose(
  context: ServiceContext,
  config: RecordsConfig,
  {
    loaded,
    mistakes,
    maxRequestMs,
    maxLockMs,
  }: {
    loaded: readonly Extension[];
    mistakes: DeclarationMistakes;
    maxRequestMs: number;
    maxLockMs: number;
  },
) {
  const { log, caller, bus } = context;
  const extensions = [...builtInModules, ...loaded];
  const http = new HttpClient(config.ALLOWED_PRIVATE_HOSTS);
  const limits = { maxWaiting: config.QUEUE_LENGTH, metrics: context.metrics };
  const provider = geocodingOf(config, http);
  const geocoding = provider && inTurns(provider, limits);
  const store = await openStore(context, config.MONGODB_URL, recordsMigrations);
  const { connection } = store;
  const collections: Collections = {
    records: recordModel(connection),
    activity: activityModel(connection),
    edges: edgeModel(connection),
    shares: shareModel(connection),
    recordTexts: recordTextsModel(connection),
    privateValues: privateValuesModel(connection),
    fieldForms: new SiteSetting(connection, 'field_forms', { forms: {} }),
    derivedForms: new SiteSetting(connection, 'derived', { forms: {} }),
    duplicateClaims: duplicateClaimModel(connection),
    locations: locationModel(connection),
    transfers: transferModel(connection),
    files: fileModel(connection),
  };
  const searched = new DerivedFromGrid(searchedPlaces);
  const locationNames = new DerivedFromGrid(locationNamesJson);
  const grid = new LocationGrid(connection, (loadedGrid) => {
    locationNames.of(loadedGrid);
    return searched.of(loadedGrid);
  });
  const storage = await openFileStorage(config, connection);
  const addresses = new FileAddresses({
    base: `${config.PUBLIC_URL}${config.API_ROOT}/files/v1/`,
    secret: context.keyring.secret,
    hours: config.FILE_ADDRESS_HOURS,
  });
  const site = new Site({
    files: storage && addresses,
    publicUrl: config.PUBLIC_URL,
    permalinkTemplate: config.PERMALINK_TEMPLATE,
    dateFormat: config.SITE_DATE_FORMAT,
    timezone: config.SITE_TIMEZONE,
  });
  const postTypes = PostTypes.merge(extensions, mistakes);
  const known = { mistakes, declaredFields: postTypes.declaredFields() };
  const checked = extensions.map((extension) => withCheckedFilters(withCheckedSetup(extension, known)));
  const moduleSetting = new SiteSetting(connection, 'modules', { off: [] });
  const modules = new Modules({ extensions, postTypes, setting: moduleSetting, log });
  const recent = new RecentRecords({
    model: recentModel(connection),
    views: new ViewAnnouncer({ ...context, jetstream: bus.jetstream() }),
    log,
  });
  const { registry } = context.metrics;
  const changes = config.READ_CACHE ? new RecordChanges({ ...collections, log }) : undefined;
  const read: ReadDeps = {
    ...collections,
    store,
    recent,
    hooks: await HookEngine.setUp(checked, {
      ...context,
      isOn: modules.isOn,
      isBuiltIn: (name) => builtInModules.some((module) => module.name === name),
      timeoutMs: config.HOOK_TIMEOUT_MS,
    }),
    people: new UserDirectory(context),
    places: new GridPlaces({ grid, locations: collections.locations }),
    site,
    postTypes,
    translate: inEnglish,
    fieldPlans: new FieldPlans(site),
    reads: recordReads({ ...collections, postTypes }),
    itemPlans: new ItemPlans(site),
    changes,
    cache: new ReadCache({ changes, registry, maxBytes: config.LIST_CACHE_MB * megabyte }),
    nameIndex: new NameIndex({
      records: collections.records,
      changes,
      fields: postTypes.declared().flatMap(shownByName),
      maxBytes: (config.NAME_INDEX_MB ?? defaultNameIndexMb()) * megabyte,
      registry,
      log,
    }),
  };
  mistakes.throwIfAny();
  const duplicateFields = new SiteSetting(connection, 'duplicate_fields', { fields: {} });
  const write: WritePorts & Collections = {
    ...read,
    ...collections,
    caller,
    geocoding,
    recordIds: new IdSequence(connection, 'records', 20),
    activityIds: new IdSequence(connection, 'activity', 500),
    shareIds: new IdSequence(connection, 'shares', 100),
    recordLocks: new RecordLocks(maxLockMs),
    followUpsOf: (call, created) => warnOfDuplicates(call, { ...read, duplicateFields }, created),
  };
  const lists: ListDeps = {
    ...read,
    ...collections,
    cardinalities: new Cardinalities(),
    cursors: new PageCursors(connection),
    listQueries: new FairQueue({
      name: 'list-queries',
      atOnce: config.LIST_QUERIES_AT_ONCE,
      slowMs: slowListMs,
      ...limits,
      maxWaiting: config.READ_QUEUE_LENGTH,
    }),
  };
  const hooked = {
    ...lists,
    webhooks: new Collection<WebhookDocument>(store, 'webhooks'),
    webhookDeliveries: new Collection<WebhookDelivery>(
      store,
      'webhook_deliveries',
      ...webhookDeliveryIndexes,
    ),
    webhookIds: new IdSequence(connection, 'webhooks', 1),
    webhookSecrets: new WebhookSecrets(context.keyring),
    http,
    caller,
  };
  const sender = webhookSender(hooked, context);
  const importing: ImportDeps = { ...write, importedRecords: importedRecordModel(connection) };
  const valueChecks = new RateCounter(connection, 'value_checks', secondsPerHour);
  const duplicates: DuplicateDeps = {
    ...write,
    ...collections,
    duplicateFields,
    limitValueChecks: valueCheckLimiter(valueChecks, config.VALUE_CHECKS_PER_HOUR),
  };
  const uploads = uploadModel(connection);
  const files: FileDeps = {
    ...write,
    uploads,
    quota: new StorageQuota(
      { ...collections, uploads },
      { ofRecord: config.MAX_RECORD_FILES_MB * megabyte, ofAll: config.MAX_STORED_FILES_MB * megabyte },
    ),
    uploadChunks: uploadChunkModel(connection),
    storage,
    addresses,
    pictures: new Pictures(limits),
    fileMetrics: new FileMetrics(context.metrics.registry),
    maxFileBytes: config.MAX_FILE_MB * megabyte,
  };
  const importingFiles: FileImportDeps = { ...files, importedFiles: importedFileModel(connection) };
  const transfer: TransferDeps = {
    ...duplicates,
    ...collections,
    http,
    maxRequestMs,
    transferring: new RecordLocks(),
    siteRequests: new FairQueue({ name: 'other-sites', atOnce: siteRequestsAtOnce, ...limits }),
  };
  const locations: LocationDeps = {
    ...lists,
    caller,
    grid,
    searchedPlaces: searched,
    locationNames,
    mappingFocus: new SiteSetting(connection, 'mapping_focus', { gridIds: [] }),
  };
  const settings: SettingsDeps = {
    ...lists,
    modules,
    backups: new SiteSetting(connection, 'backup', {}),
    plugins: loaded.map(({ name, version, pluginUrl = '' }) => ({ name, plugin_url: pluginUrl, version })),
  };
  return {
    read,
    write,
    lists,
    webhooks: { ...hooked, webhookSender: sender },
    webhookSender: sender,
    changes: { ...lists, recordChanges: recordChangeModel(connection), bus },
    duplicates,
    files,
    transfer,
    locations,
    settings,
    importing,
    importingFiles,
  };
}
