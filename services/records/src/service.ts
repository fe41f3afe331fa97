import {
  HookEngine,
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
import { disconnectDeletedHandler } from './commands/disconnect-deleted.ts';
import type { RecordsConfig } from './config.ts';
import type { RecordsDeps } from './deps.ts';
import { duplicateClaimModel } from './duplicates/duplicate-claim-model.ts';
import { withCheckedFilters } from './extensions/with-checked-filters.ts';
import { GridPlaces } from './locations/grid-places.ts';
import { Nominatim } from './locations/nominatim.ts';
import { builtInModules } from './modules/built-in-modules.ts';
import { activityItem } from './operations/activity-item.ts';
import { activity } from './operations/activity.ts';
import { allDuplicates } from './operations/all-duplicates.ts';
import { allOfTypeDuplicates } from './operations/all-of-type-duplicates.ts';
import { authorize } from './operations/authorize.ts';
import { checkFieldValueExists } from './operations/check-field-value-exists.ts';
import { collaborators } from './operations/collaborators.ts';
import { create } from './operations/create.ts';
import { remove } from './operations/delete.ts';
import { dismissDuplicates } from './operations/dismiss-duplicates.ts';
import { duplicates } from './operations/duplicates.ts';
import { getMany } from './operations/get-many.ts';
import { get } from './operations/get.ts';
import { importLocations } from './operations/import-locations.ts';
import { list } from './operations/list.ts';
import { merge } from './operations/merge.ts';
import { modules } from './operations/modules.ts';
import { postTypes } from './operations/post-types.ts';
import { searchDocuments } from './operations/search-documents.ts';
import { setModule } from './operations/set-module.ts';
import { settings } from './operations/settings.ts';
import { update } from './operations/update.ts';
import { viewable } from './operations/viewable.ts';
import { People } from './people/people.ts';
import { PostTypes } from './post-types/post-types.ts';
import { ModuleSwitch } from './site/module-switch.ts';
import { Modules } from './site/modules.ts';
import { Site } from './site/site.ts';
import { activityModel } from './store/activity-model.ts';
import { edgeModel } from './store/edge-model.ts';
import { locationModel } from './store/location-model.ts';
import { privateValuesModel } from './store/private-values-model.ts';
import { recordModel } from './store/record-document.ts';
import { moduleSettingsModel } from './store/site-settings-model.ts';
import { Turns } from './writing/turns.ts';

const handlers = [
  create,
  get,
  getMany,
  update,
  remove,
  list,
  settings,
  modules,
  setModule,
  activity,
  activityItem,
  authorize,
  viewable,
  postTypes,
  searchDocuments,
  collaborators,
  importLocations,
  duplicates,
  allDuplicates,
  allOfTypeDuplicates,
  dismissDuplicates,
  checkFieldValueExists,
  merge,
];

/** Starts records: its database, its operations and the commands it carries out. */
export async function startRecords(context: ServiceContext, config: RecordsConfig): Promise<RunningService> {
  const deps = await putTogether(context, config);
  const { bus, keyring, log, metrics, verifier, caller } = context;
  const { idempotency } = deps.store;
  await deps.store.prepare();
  await deps.modules.follow();
  const commands = await serveCommands({
    service: 'records',
    connection: bus,
    keyring,
    handlers: [commentCreatedHandler, createUserContactHandler, disconnectDeletedHandler],
    deps,
    idempotency,
    log,
    metrics,
  });
  const server = new OperationServer({
    connection: bus,
    verifier,
    caller,
    handlers,
    deps,
    log,
    metrics,
    idempotency,
  });
  await deps.hooks.subscriptions.start({ connection: bus, log, metrics });
  return {
    checks: [{ name: 'database', check: () => deps.store.check() }],
    async stop() {
      // First: what subscribers do with an event in hand, they ask this very service.
      await deps.hooks.subscriptions.stop();
      await server.drain();
      await commands.stop();
      deps.people.close();
      await deps.modules.stop();
      await deps.store.close();
    },
  };
}

async function putTogether(context: ServiceContext, config: RecordsConfig): Promise<RecordsDeps> {
  const loaded = await loadExtensions(config.EXTENSIONS);
  const extensions = [...builtInModules, ...loaded].map(withCheckedFilters);
  const store = await openStore(context, config.MONGODB_URL);
  const locations = locationModel(store.connection);
  const modules = new Modules(extensions);
  const postTypes = PostTypes.declare(extensions);
  const moduleSettings = moduleSettingsModel(store.connection);
  return {
    store,
    records: recordModel(store.connection),
    activity: activityModel(store.connection),
    edges: edgeModel(store.connection),
    privateValues: privateValuesModel(store.connection),
    duplicateClaims: duplicateClaimModel(store.connection),
    recordIds: new IdSequence(store.connection, 'records', 20),
    activityIds: new IdSequence(store.connection, 'activity', 500),
    postTypes,
    modules: new ModuleSwitch({ modules, postTypes, settings: moduleSettings, log: context.log }),
    hooks: await HookEngine.setUp(extensions, { ...context, isOn: modules.isOn }),
    caller: context.caller,
    people: new People(context.bus),
    locations,
    places: new GridPlaces(locations),
    geocoding: config.GEOCODING_URL === undefined ? undefined : new Nominatim(config.GEOCODING_URL),
    turns: new Turns(),
    site: new Site({
      publicUrl: config.PUBLIC_URL,
      dateFormat: config.SITE_DATE_FORMAT,
      timezone: config.SITE_TIMEZONE,
    }),
  };
}
