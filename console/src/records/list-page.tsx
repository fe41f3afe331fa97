import { useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { FieldValue } from '../fields/field-value.tsx';
import type { PostTypeSettings } from '../settings/settings.ts';
import { addressOf, open } from '../shell/router.ts';
import { t } from '../text/t.ts';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { ColumnPicker } from './column-picker.tsx';
import { exportList } from './export-list.ts';
import { FilterPanel } from './filter-panel.tsx';
import { listAddress, listRequest, listStateOf, pageSize, sortedBy, type ListState } from './list-state.ts';
import { nameOf, type RecordAnswer } from './record.ts';
import { SavedFilters } from './saved-filters.tsx';

interface ListPageProps {
  readonly postType: string;
  readonly settings: PostTypeSettings;
  readonly query: URLSearchParams;
}

interface ListAnswer {
  readonly posts: readonly RecordAnswer[];
  readonly total: number;
}

/** A list of records, with its filters, columns and order. */
export function ListPage({ postType, settings, query }: ListPageProps) {
  const state = listStateOf(query, settings);
  const change = (changed: Partial<ListState>) =>
    open(listAddress(postType, { ...state, page: 0, ...changed }), { replace: true });
  const { value, error, isLoading } = useLoaded(
    (signal) =>
      client.request<ListAnswer>({
        method: 'POST',
        path: `svc-posts/v2/${postType}/list`,
        json: listRequest(state),
        options: { signal },
      }),
    [postType, query.toString()],
  );
  const [isFiltering, setFiltering] = useState(false);
  return (
    <>
      <header class="page-head">
        <h1>{settings.label_plural}</h1>
        {value && <span class="count">{value.total}</span>}
        <span class="space" />
        <a class="button primary" href={addressOf([postType, 'new'])}>
          {t('New: {type}', { type: settings.label_singular })}
        </a>
      </header>
      <div class="with-side">
        <SavedFilters postType={postType} current={state.filter} />
        <div class="grow">
          <div class="tools">
            <input
              type="search"
              aria-label={t('Search in this list')}
              placeholder={t('Search in this list')}
              value={state.text}
              onChange={(event) => change({ text: event.currentTarget.value.trim() })}
            />
            <button type="button" aria-expanded={isFiltering} onClick={() => setFiltering(!isFiltering)}>
              {t('Filter')}
            </button>
            <ColumnPicker
              settings={settings}
              columns={state.columns}
              onChange={(columns) => change({ columns })}
            />
            <button type="button" onClick={() => void exportList({ postType, settings, state })}>
              {t('Export as CSV')}
            </button>
          </div>
          {isFiltering && (
            <FilterPanel
              postType={postType}
              settings={settings}
              query={state.query}
              onChange={(changed) => change({ query: changed, filter: undefined })}
            />
          )}
          {error !== undefined && <Notice kind="problem">{messageOf(error)}</Notice>}
          {value && (
            <RecordTable {...{ postType, settings, state, change, isLoading }} records={value.posts} />
          )}
          {value && value.total === 0 && <p class="muted">{t('No records match.')}</p>}
          {value && <Pages total={value.total} page={state.page} onOpen={(page) => change({ page })} />}
        </div>
      </div>
    </>
  );
}

interface RecordTableProps {
  readonly postType: string;
  readonly settings: PostTypeSettings;
  readonly state: ListState;
  readonly records: readonly RecordAnswer[];
  readonly isLoading: boolean;
  change(changed: Partial<ListState>): void;
}

function RecordTable({ postType, settings, state, records, isLoading, change }: RecordTableProps) {
  const { sort } = state.query;
  const order = (key: string) => {
    if (sort === key) return 'ascending';
    return sort === `-${key}` ? 'descending' : undefined;
  };
  return (
    <div class="table" aria-busy={isLoading}>
      <table>
        <thead>
          <tr>
            {state.columns.map((key) => (
              <th key={key} scope="col" aria-sort={order(key)}>
                <button type="button" onClick={() => change({ query: sortedBy(state.query, key) })}>
                  {settings.fields[key]?.name}
                  {order(key) && <span aria-hidden>{order(key) === 'ascending' ? ' ↑' : ' ↓'}</span>}
                </button>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {records.map((record) => (
            <tr key={record.ID}>
              {state.columns.map((key) => (
                <Cell key={key} {...{ postType, settings, record }} column={key} />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

interface CellProps {
  readonly postType: string;
  readonly settings: PostTypeSettings;
  readonly record: RecordAnswer;
  readonly column: string;
}

function Cell({ postType, settings, record, column }: CellProps) {
  const field = settings.fields[column];
  if (column === 'name')
    return (
      <th scope="row">
        <a href={addressOf([postType, record.ID])}>{nameOf(record)}</a>
      </th>
    );
  return <td data-label={field?.name}>{field && <FieldValue field={field} value={record[column]} />}</td>;
}

function Pages({ total, page, onOpen }: { total: number; page: number; onOpen(page: number): void }) {
  const last = Math.max(0, Math.ceil(total / pageSize) - 1);
  if (last === 0) return null;
  return (
    <nav class="pages" aria-label={t('Pages of the list')}>
      <button type="button" disabled={page === 0} onClick={() => onOpen(page - 1)}>
        {t('Previous')}
      </button>
      <span>{t('Page {page} of {pages}', { page: page + 1, pages: last + 1 })}</span>
      <button type="button" disabled={page >= last} onClick={() => onOpen(page + 1)}>
        {t('Next')}
      </button>
    </nav>
  );
}
