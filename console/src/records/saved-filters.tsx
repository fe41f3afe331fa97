import { signal as createSignal } from '@preact/signals-core';
import { client } from '../api/client.ts';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { announce } from '../ui/toasts.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { listAddress, type ListQuery } from './list-state.ts';

interface SavedFilter {
  readonly ID: string;
  readonly name: string;
  readonly tab: string;
  readonly query: ListQuery;
  readonly count?: number | string;
  readonly subfilter?: boolean | number;
}

interface Filters {
  readonly tabs: readonly { readonly key: string; readonly label: string }[];
  readonly filters: readonly SavedFilter[];
}

/** Grows when the user has saved a filter, so that the list of filters is read again. */
export const savedFiltersVersion = createSignal(0);

/** Whether the user has saved a filter, with an id that begins with a number; the names of declared ones do not. */
function isOwn({ tab, ID: id }: SavedFilter): boolean {
  return tab === ownTab && /^\d/.test(id);
}

/** The tab of the user's own filters. */
const ownTab = 'custom';

/** The filters of a type, in their groups (docs/guides/saved-filters.md). */
export function SavedFilters({ postType, current }: { postType: string; current: string | undefined }) {
  const { value } = useLoaded(
    (signal) =>
      client.request<Filters>({
        method: 'GET',
        path: 'svc/v1/users/get_filters',
        query: { post_type: postType },
        options: { signal },
      }),
    [postType, savedFiltersVersion.value],
  );
  const remove = async (id: string) => {
    const query = { post_type: postType, id };
    await client.request({ method: 'DELETE', path: 'svc/v1/users/save_filters', query, isWrite: true });
    savedFiltersVersion.value += 1;
  };
  // On a phone the records come first.
  const isWide = matchMedia('(min-width: 48rem)').matches;
  return (
    <nav class="side" aria-label={t('Filters')}>
      {value?.tabs.map(({ key: tab, label }) => {
        const filters = value.filters.filter((filter) => filter.tab === tab);
        if (filters.length === 0) return null;
        return (
          <details
            key={tab}
            open={
              (isWide && (tab === 'default' || tab === ownTab)) ||
              filters.some(({ ID: id }) => id === current)
            }
          >
            <summary>{label}</summary>
            <ul class="plain">
              {filters.map((filter) => (
                <li key={filter.ID} class={filter.subfilter ? 'sub' : undefined}>
                  {isOwn(filter) && (
                    <button
                      type="button"
                      class="quiet"
                      aria-label={t('Remove {name}', { name: filter.name })}
                      onClick={() =>
                        void remove(filter.ID).catch((error: unknown) => announce(messageOf(error)))
                      }
                    >
                      ✕
                    </button>
                  )}
                  <a
                    href={listAddress(postType, { filter: filter.ID, query: filter.query })}
                    aria-current={filter.ID === current ? 'true' : undefined}
                  >
                    {filter.name} {filter.count !== undefined && <span class="count">{filter.count}</span>}
                  </a>
                </li>
              ))}
            </ul>
          </details>
        );
      })}
    </nav>
  );
}
