import { msg } from '@svc/contracts';
import { invalidParam } from '@svc/service-kit';

const maxEntries = 100;

/**
 * Appends an entry to a list; an entry already in it is not added again.
 * @throws ServiceError `rest_invalid_param` naming the setting when the list is full.
 */
export function withEntry<Entry>(list: readonly Entry[], entry: Entry, key: string): readonly Entry[] {
  if (list.includes(entry)) return list;
  if (list.length < maxEntries) return [...list, entry];
  throw invalidParam({ [key]: msg`there are ${maxEntries} already; remove one first` });
}
