import { usersNoteAudit } from '@svc/contracts';
import {
  breakerStates,
  deadLetterHandlers,
  limitsOf,
  OperationServer,
  type RunningService,
  type ServiceContext,
  type ServiceDefinition,
} from '@svc/service-kit';
import { openStore } from '@svc/service-kit/store';
import { indexPrefix, searchSettings, type SearchConfig } from './config.ts';
import { engineStatus } from './engine/engine-status.ts';
import { SearchEngine } from './engine/search-engine.ts';
import { SearchMetrics } from './engine/search-metrics.ts';
import { timeRequests } from './engine/time-requests.ts';
import { startIndexWork } from './index-work.ts';
import { advancedSearch } from './operations/advanced.ts';
import { cancelWork } from './operations/cancel.ts';
import { checkIndex } from './operations/check.ts';
import { searchDegradedChecks } from './operations/degraded-checks.ts';
import { rebuildIndex } from './operations/rebuild.ts';
import { similarNames } from './operations/similar-names.ts';
import { indexStatus, lagOf } from './operations/status.ts';
import { askAsService } from './projection/sources.ts';
import { createEngineBreaker } from './query/ask-engine.ts';
import { isBeingFilled } from './rebuilding/rebuild-progress.ts';

const handlers = [advancedSearch, similarNames, rebuildIndex, checkIndex, cancelWork, indexStatus];

/** Starts the search service: its operations, and the jobs that keep its index up to date. */
export async function startSearch(context: ServiceContext, config: SearchConfig): Promise<RunningService> {
  const { bus, caller } = context;
  const metrics = new SearchMetrics(context.metrics.registry);
  const store = await openStore(context, config.MONGODB_URL, []);
  const engine = new SearchEngine({
    url: config.MEILI_URL,
    key: config.MEILI_KEY,
    prefix: indexPrefix(config),
  });
  const stopTiming = timeRequests(config.MEILI_URL, metrics);
  const index = startIndexWork({ store, engine, context, metrics, config });
  const { indexing } = index;
  const deps = {
    ...index,
    engine,
    bus,
    breaker: createEngineBreaker((state) =>
      context.metrics.breakerState.set({ target: 'meilisearch' }, breakerStates[state]),
    ),
    askAsService: askAsService(caller),
    isBeingFilled: async () => isBeingFilled(await index.rebuilds.state()),
  };
  await store.prepare();
  indexing.start();
  const server = new OperationServer({
    ...context,
    connection: bus,
    handlers: [
      ...handlers,
      ...deadLetterHandlers({
        ...context,
        service: 'search',
        consumers: () => indexing.consumers,
        note: async (call, action) => void (await call.ask(usersNoteAudit, action)),
      }),
    ],
    deps,
    limits: limitsOf(config),
  });
  return {
    checks: [
      { name: 'database', check: () => store.check() },
      { name: 'meilisearch', check: () => indexing.check() },
      { name: 'events', check: () => index.gaps.check() },
    ],
    degraded: searchDegradedChecks({
      engine,
      rebuild: () => index.rebuilds.state(),
      lag: () => lagOf(deps, new Date()),
    }),
    jobs: index.observed,
    async status() {
      const [ofStore, ofEngine] = await Promise.all([store.status(), engineStatus(engine, config)]);
      const certificates = [...(ofStore.certificates ?? []), ...(ofEngine.certificates ?? [])];
      return { ...ofStore, ...ofEngine, certificates };
    },
    async stop() {
      await Promise.all([server.drain(), indexing.stop()]);
      deps.breaker.shutdown();
      stopTiming();
      await store.close();
    },
  };
}

/** The search service as a process. */
export const searchService: ServiceDefinition<typeof searchSettings> = {
  name: 'search',
  settings: searchSettings,
  start: startSearch,
};
