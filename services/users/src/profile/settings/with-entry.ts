import { msg } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';

const maxEntries = 100;

/**
 * A list with one more entry at its end; the same list when it is there already.
 * @throws ServiceError `rest_invalid_param` naming the setting when there are too many.
 */
export function withEntry<Entry>(list: readonly Entry[], entry: Entry, key: string): readonly Entry[] {
  if (list.includes(entry)) return list;
  if (list.length < maxEntries) return [...list, entry];
  throw invalidParam({ [key]: msg`there are ${maxEntries} already; remove one first` });
}
