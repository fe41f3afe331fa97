import { MeiliSearchApiError } from 'meilisearch';

/** Whether the engine answered that the index does not exist. */
export function isIndexNotFound(error: unknown): boolean {
  return error instanceof MeiliSearchApiError && error.cause?.code === 'index_not_found';
}
