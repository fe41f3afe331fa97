import { createTranslators } from '@svc/language';
import {
  checkHookTimeout,
  consumeEvents,
  deadLetterHandlers,
  DeclarationMistakes,
  loadExtensions,
  limitsOf,
  OperationServer,
  serveCommands,
  type Handler,
  type RunningService,
  type ServiceContext,
  type ServiceDefinition,
  withCheckedSetup,
} from '@svc/service-kit';
import { eventConsumers } from '@svc/contracts';
import { EventGaps } from '@svc/service-kit/store';
import { compose, type Deps } from './compose.ts';
import { usersSettings, type UsersConfig } from './config.ts';
import * as handlers from './handlers.ts';
import { recordAuditHandler } from './operations/audit/record-audit-handler.ts';
import { contactLinks } from './contacts/contact-links.ts';
import { makeFirstAdministrator } from './creation/first-administrator.ts';
import { processViews } from './notifications/process-views.ts';
import { notifyFromEvents } from './notifications/notify-from-events.ts';
import { passwordCost } from './passwords/hash-password.ts';

export const usersService: ServiceDefinition<typeof usersSettings> = {
  name: 'users',
  settings: usersSettings,
  hasExtensions: ({ EXTENSIONS: names }) => names.length > 0,
  start: startUsers,
};

/** Milliseconds after which the publishers of lost events have noticed the loss. */
const publishedAgainMs = 15_000;

type AllDeps = Awaited<ReturnType<typeof compose>>;

const allHandlers: readonly Handler<AllDeps>[] = Object.values(handlers);

/** A handler that uses the roles of the installation as they are when it is called. */
function withCurrentRoles<PartDeps extends Deps<'installationRoles'>>({
  operation,
  handle,
}: Handler<PartDeps>): Handler<PartDeps> {
  return {
    operation,
    handle: async (call, deps) => {
      await deps.installationRoles.refresh();
      return handle(call, deps);
    },
  };
}

/** Starts the users service; tests hash passwords at a lower cost. */
export async function startUsers(
  basics: ServiceContext,
  config: UsersConfig,
  cost = passwordCost,
): Promise<RunningService> {
  checkHookTimeout(config);
  const mistakes = new DeclarationMistakes();
  const loaded = await loadExtensions(config.EXTENSIONS, mistakes);
  const extensions = loaded.map((extension) => withCheckedSetup(extension, { mistakes }));
  const translatorFor = createTranslators(extensions.map(({ translations = {} }) => translations));
  const context = { ...basics, translatorFor };
  const { log } = context;
  const parts = await compose(context, config, { extensions, cost });
  mistakes.throwIfAny();
  const { store, signingKeys, siteLinks, deliveries } = parts;
  await store.prepare();
  await parts.audit.prepare();
  await signingKeys.prepare(log);
  await parts.installationRoles.prepare();
  await makeFirstAdministrator(parts, config, log);
  await siteLinks.store.prepare();
  await siteLinks.table.fill();
  const consuming = { ...context, connection: context.bus, intervalMs: config.NOTIFICATION_INTERVAL_MS };
  const links = await consumeEvents(contactLinks(parts.users, log), consuming);
  const viewing = await consumeEvents(processViews(parts), consuming);
  const notifying = await consumeEvents(notifyFromEvents(parts), consuming);
  const { notifications, contactLinks: linked } = eventConsumers;
  const gaps = new EventGaps({
    ...context,
    connection: store.connection,
    consumers: [notifications, linked],
    // Their publishers publish them again, if they still have them.
    repair: async ({ noticedAt }) => Date.now() - noticedAt.getTime() > publishedAgainMs,
  }).start();
  const commands = await serveCommands({
    ...context,
    service: 'users' as const,
    connection: context.bus,
    handlers: [recordAuditHandler],
    deps: parts,
    idempotency: store.idempotency,
  });
  const server = new OperationServer({
    ...consuming,
    handlers: [
      ...allHandlers.map(withCurrentRoles),
      ...deadLetterHandlers({
        ...context,
        service: 'users',
        consumers: () => [links, viewing, notifying, commands],
        note: (call, action) => parts.audit.note(call, action),
      }),
    ],
    deps: parts,
    idempotency: store.idempotency,
    limits: limitsOf(config),
  });
  deliveries.kick();
  const old = [
    parts.notifications.retention(config.NOTIFICATION_RETENTION_DAYS, log),
    parts.audit.retention(config.AUDIT_RETENTION_DAYS, log),
  ];
  for (const each of old) each.start();
  // Subscriptions have to reach the bus before this instance reports that it has started.
  await context.bus.flush();
  return {
    checks: [
      { name: 'database', check: () => store.check() },
      { name: 'events', check: () => gaps.check() },
      { name: 'signing key', check: async () => void (await signingKeys.signer()) },
    ],
    jobs: [...deliveries.jobs, ...old.flatMap(({ jobs }) => jobs)],
    async status() {
      const ofStore = await store.status();
      const madeAt = ofStore.database && (await signingKeys.newestMadeAt());
      return {
        ...ofStore,
        ...(madeAt && { login_key_made_at: madeAt.toISOString() }),
        ...(config.DEBUG_MODE && { unsafe: { DEBUG_MODE: 'sites without HTTPS may be linked' } }),
      };
    },
    async stop() {
      await server.drain();
      await commands.stop();
      await Promise.all(old.map((each) => each.stop()));
      await gaps.stop();
      await links.stop();
      await notifying.stop();
      await viewing.stop();
      await deliveries.stop();
      await parts.audit.stop();
      await store.close();
    },
  };
}
