import { databaseName } from '@svc/service-kit';
import type { SearchConfig } from '../config.ts';

/** The prefix of the names of this installation's indexes, by default `svc_`. */
export function indexPrefix(config: Pick<SearchConfig, 'MEILI_PREFIX' | 'MONGODB_URL'>): string {
  return config.MEILI_PREFIX ?? databaseName(config.MONGODB_URL, '').replaceAll(/[^\w-]/g, '-');
}
