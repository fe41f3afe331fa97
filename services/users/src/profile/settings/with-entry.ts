import { say } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';

const mostEntries = 100;

/**
 * A list with one more entry at its end; the same list when it is there already.
 * @throws ServiceError `rest_invalid_param` naming the setting when there are too many.
 */
export function withEntry<Entry>(list: readonly Entry[], entry: Entry, key: string): readonly Entry[] {
  if (list.includes(entry)) return list;
  if (list.length < mostEntries) return [...list, entry];
  throw invalidParam({ [key]: say`there are ${mostEntries} already; remove one first` });
}
