import { remoteAnswerMs, type Actor, type Translate } from '@svc/contracts';
import { createTranslators, type TranslatorFor } from '@svc/language';
import {
  boundHandlers,
  checkHookTimeout,
  deadLetterHandlers,
  Deadline,
  DeclarationMistakes,
  loadExtensions,
  limitsOf,
  noteAudit,
  OperationServer,
  serveCommands,
  type Handler,
  type RunningService,
  type ServiceContext,
} from '@svc/service-kit';
import { noteChanges } from './changes/note-changes.ts';
import { compose, type Composed } from './compose.ts';
import type { RecordsConfig } from './config.ts';
import { unwantedFiles } from './files/remove-unwanted.ts';
import { historyRetention } from './history/history-retention.ts';
import { builtInGrid } from './grid/built-in-grid.ts';
import { commentCreatedHandler } from './operations/commands/comment-created.ts';
import { createUserContactHandler } from './operations/commands/create-user-contact.ts';
import { disconnectDeletedHandler } from './operations/commands/disconnect-deleted.ts';
import { dropCommentFilesHandler } from './operations/commands/drop-comment-files.ts';
import { linkUserContactHandler } from './operations/commands/link-user-contact.ts';
import { noteMessageHandler } from './operations/commands/note-message.ts';
import { shareMentionedHandler } from './operations/commands/share-mentioned.ts';
import { recordHandlers } from './handlers.ts';
import type { ReadDeps } from './read/read-deps.ts';
import { backupAgeCheck, backupStatus, drillCheck } from './settings/backup-age.ts';
import type { TransferDeps } from './transfer/transfer-deps.ts';
import { refillDerived } from './derived/refill-derived.ts';
import { setAsideValues } from './derived/set-aside-values.ts';
import { placesInUse } from './locations/places-in-use.ts';
import { queueDeliveries } from './webhooks/queue-deliveries.ts';
import { FormerFieldsCheck } from './former/former-fields-check.ts';

/** Timeouts in milliseconds. */
export interface Timeouts extends Pick<TransferDeps, 'maxRequestMs'> {
  /**
   * How long a writer keeps others from a record. After it, the version check decides between them, and the slower one repeats its work.
   */
  readonly maxLockMs: number;
}

/**
 * Another site takes long to receive a contact with many comments, and receives it twice when the sender stops waiting too early. Records
 * stores the other site's answer even when the caller of the transfer no longer waits.
 */
const defaultTimeouts: Timeouts = { maxRequestMs: remoteAnswerMs, maxLockMs: 500 };

/** Longest wait for the name index before the service is ready; a large one is loaded while the database answers. */
const nameIndexWaitMs = 5_000;

/** Longest wait for the places that records use: a search among them takes the longest in the first request. */
const placesWaitMs = 30_000;

/** Starts the records service: its database, its operations and its command handlers. */
export async function startRecords(
  context: ServiceContext,
  config: RecordsConfig,
  timeouts: Partial<Timeouts> = {},
): Promise<RunningService> {
  checkHookTimeout(config);
  const mistakes = new DeclarationMistakes();
  const loaded = await loadExtensions(config.EXTENSIONS, mistakes);
  const translatorFor = createTranslators(loaded.map(({ translations = {} }) => translations));
  const parts = await compose(context, config, {
    loaded,
    mistakes,
    ...defaultTimeouts,
    ...timeouts,
  });
  const { read, write, locations, settings } = parts;
  const { store } = write;
  const { bus, keyring, log, metrics, caller } = context;
  const { idempotency } = store;
  await store.prepare();
  // Loads into memory what the first request needs (docs/internals/memory.md).
  await Promise.all([
    locations.grid.fill(),
    settings.modules
      .follow()
      .then(() => setAsideValues(write, log))
      .then(() => refillDerived(write, context)),
  ]);
  const former = new FormerFieldsCheck(write);
  await former.report(log);
  read.changes?.start();
  await read.nameIndex.start(nameIndexWaitMs);
  await placesInUse({ deadline: Deadline.after(placesWaitMs) }, locations).catch((error: unknown) =>
    log.warn({ err: error }, 'failed to load the places that records use; the first search reads them'),
  );
  const noted = await noteChanges({ ...parts.changes, connection: bus, keyring, log, metrics });
  const queueing = await queueDeliveries(parts.webhooks, { connection: bus, keyring, log, metrics });
  parts.webhookSender.start();
  const commands = await serveCommands({
    service: 'records',
    connection: bus,
    keyring,
    handlers: [
      commentCreatedHandler,
      createUserContactHandler,
      linkUserContactHandler,
      disconnectDeletedHandler,
      dropCommentFilesHandler,
      noteMessageHandler,
      shareMentionedHandler,
    ],
    deps: write,
    idempotency,
    log,
    metrics,
  });
  const server = new OperationServer({
    connection: bus,
    keyring,
    caller,
    handlers: [
      ...boundRecordHandlers(parts, translatorFor),
      ...deadLetterHandlers({
        service: 'records',
        bus,
        consumers: () => [noted, queueing, commands, ...read.hooks.subscriptions.consumers],
        note: (call, action) => noteAudit(store, call, action),
        translatorFor,
      }),
    ],
    deps: undefined,
    translatorFor,
    log,
    metrics,
    idempotency,
    limits: limitsOf(config),
  });
  const { BACKUP_MAX_AGE_HOURS: maxHours, BACKUP_DRILL_MAX_AGE_DAYS: maxDays } = config;
  const startedAt = Date.now();
  const removeAfterMs = config.EXTENSION_CONSUMER_DAYS * 24 * 60 * 60 * 1_000;
  await read.hooks.subscriptions.start({ connection: bus, keyring, log, metrics, removeAfterMs });
  const gridStorage = builtInGrid(store.connection, log);
  if (config.BUILT_IN_GRID) gridStorage.start();
  const oldHistory = historyRetention(write, config.HISTORY_RETENTION_DAYS, log);
  oldHistory.start();
  const unwanted = unwantedFiles(parts.files, log).start();
  return {
    checks: [
      { name: 'database', check: () => store.check() },
      { name: 'fields', check: () => former.check() },
    ],
    degraded: [
      ...(maxHours === undefined ? [] : [backupAgeCheck(settings.backups, { maxHours, startedAt })]),
      drillCheck(settings.backups, { maxDays, startedAt }),
    ],
    jobs: [parts.webhookSender.job, ...oldHistory.jobs],
    status: async () => ({ ...(await store.status()), backup: await backupStatus(settings.backups) }),
    async stop() {
      // First, because subscribers send requests to this service while they handle an event.
      await read.hooks.subscriptions.stop();
      await gridStorage.stop();
      await oldHistory.stop();
      await unwanted.stop();
      await server.drain();
      await commands.stop();
      await noted.stop();
      await queueing.stop();
      await parts.webhookSender.stop();
      read.people.close();
      await settings.modules.stop();
      await read.nameIndex.stop();
      await read.changes?.stop();
      await write.recent.stop();
      parts.files.storage?.close();
      await store.close();
    },
  };
}

/** The handlers, bound to their dependencies in the language and within the API key of the caller. */
function boundRecordHandlers(parts: Composed, translatorFor: TranslatorFor): Handler<unknown>[] {
  const bound = <Deps extends ReadDeps>(handlers: readonly Handler<Deps>[], deps: Deps) =>
    boundHandlers(handlers, depsOfCaller(deps, translatorFor));
  return [
    ...bound(recordHandlers.read, parts.read),
    ...bound(recordHandlers.write, parts.write),
    ...bound(recordHandlers.lists, parts.lists),
    ...bound(recordHandlers.changes, parts.changes),
    ...bound(recordHandlers.webhooks, parts.webhooks),
    ...bound(recordHandlers.duplicates, parts.duplicates),
    ...bound(recordHandlers.duplicateLists, { ...parts.lists, ...parts.duplicates }),
    ...bound(recordHandlers.files, parts.files),
    ...bound(recordHandlers.transfer, parts.transfer),
    ...bound(recordHandlers.locations, parts.locations),
    ...bound(recordHandlers.settings, parts.settings),
    ...bound(recordHandlers.importing, parts.importing),
    ...bound(recordHandlers.importingFiles, parts.importingFiles),
  ];
}

/** Dependencies in the language of an actor, with only the post types that their API key reaches. */
function depsOfCaller<Deps extends ReadDeps>(
  deps: Deps,
  translatorFor: TranslatorFor,
): (actor: Pick<Actor, 'locale' | 'key'>) => Deps {
  const translated = inLanguage(deps, translatorFor);
  return (actor) => {
    const own = translated(actor);
    const keys = actor.key?.postTypes;
    return keys ? { ...own, postTypes: own.postTypes.limitedTo(keys) } : own;
  };
}

/** Dependencies in the language of an actor: one object per language, reused until a module is switched on or off. */
function inLanguage<Deps extends ReadDeps>(
  deps: Deps,
  translatorFor: TranslatorFor,
): (actor: Pick<Actor, 'locale'>) => Deps {
  const known = new Map<Translate, Deps>();
  return ({ locale }) => {
    const translate = translatorFor(locale);
    if (translate === deps.translate) return deps;
    const postTypes = deps.postTypes.in(translate);
    const last = known.get(translate);
    if (last?.postTypes === postTypes) return last;
    const translated = { ...deps, postTypes, translate };
    known.set(translate, translated);
    return translated;
  };
}
