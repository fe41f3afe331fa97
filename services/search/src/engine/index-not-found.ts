import { MeiliSearchApiError } from 'meilisearch';

/** Whether the engine answers that it has no such index. */
export function isIndexNotFound(error: unknown): boolean {
  return error instanceof MeiliSearchApiError && error.cause?.code === 'index_not_found';
}
