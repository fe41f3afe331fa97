import { meilisearch } from './meilisearch.ts';
import { mongodb } from './mongodb.ts';
import { nats } from './nats.ts';
import type { ServerKind } from './server-kind.ts';

export const SERVER_KINDS: readonly ServerKind[] = [mongodb, nats, meilisearch];
