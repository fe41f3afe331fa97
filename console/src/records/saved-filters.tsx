import { client } from '../api/client.ts';
import { t } from '../text/t.ts';
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
    [postType],
  );
  return (
    <nav class="side" aria-label={t('Filters')}>
      {value?.tabs.map(({ key, label }) => {
        const filters = value.filters.filter(({ tab }) => tab === key);
        if (filters.length === 0) return null;
        return (
          <details key={key} open={key === 'default' || filters.some(({ ID: id }) => id === current)}>
            <summary>{label}</summary>
            <ul class="plain">
              {filters.map((filter) => (
                <li key={filter.ID} class={filter.subfilter ? 'sub' : undefined}>
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
