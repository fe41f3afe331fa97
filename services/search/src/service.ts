import {
  OperationServer,
  openStore,
  type RunningService,
  type ServiceContext,
  type ServiceDefinition,
} from '@svc/service-kit';
import { searchSettings, type SearchConfig } from './config.ts';
import { indexPrefix } from './engine/index-prefix.ts';
import { SearchEngine } from './engine/search-engine.ts';
import { fetchRecords } from './indexing/fetch-records.ts';
import { indexJobModel } from './indexing/index-job.ts';
import { Indexing } from './indexing/indexing.ts';
import { advancedSearch } from './operations/advanced.ts';
import { askAsService } from './query/ask-as-service.ts';
import { EngineCircuit } from './query/engine-circuit.ts';
import { commentStateModel } from './projection/comment-state.ts';
import { recordStateModel } from './projection/record-state.ts';

/** Starts the search service: its operation, and the work that keeps its index like records and comments. */
export async function startSearch(context: ServiceContext, config: SearchConfig): Promise<RunningService> {
  const { log, bus, caller } = context;
  const store = await openStore(context, config.MONGODB_URL);
  const engine = new SearchEngine({
    url: config.MEILI_URL,
    key: config.MEILI_KEY,
    prefix: indexPrefix(config),
  });
  const deps = {
    engine,
    records: recordStateModel(store.connection),
    comments: commentStateModel(store.connection),
    jobs: indexJobModel(store.connection),
    fetchRecords: (ids: readonly number[]) => fetchRecords(caller, ids),
    log,
    circuit: new EngineCircuit(),
    askAsService: askAsService(caller),
  };
  await store.prepare();
  const indexing = new Indexing(deps, context);
  const server = new OperationServer({ ...context, connection: bus, handlers: [advancedSearch], deps });
  return {
    checks: [
      { name: 'database', check: () => store.check() },
      { name: 'meilisearch', check: () => indexing.check() },
    ],
    async stop() {
      await Promise.all([server.drain(), indexing.stop()]);
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
