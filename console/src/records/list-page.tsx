import { useState } from 'preact/hooks';
import { FieldValue } from '../fields/field-value.tsx';
import { isOfType, useChanges } from '../live/changes.ts';
import { may } from '../session/caller.ts';
import { ChartPanel, type ChartView } from '../numbers/chart-panel.tsx';
import type { PostTypeSettings } from '../settings/settings.ts';
import { addressOf, open } from '../address/address.ts';
import { t } from '../text/t.ts';
import { CopyMenu } from '../ui/copy-menu.tsx';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import { TextInput } from '../ui/text-input.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { BulkEdit } from './bulk-edit.tsx';
import { ColumnPicker } from './column-picker.tsx';
import { exportList } from './export-list.ts';
import { FilterPanel } from './filter-panel.tsx';
import { listAddress, listRequest, listStateOf, pageSize, sortedBy, type ListState } from './list-state.ts';
import { loadList } from './load-list.ts';
import { nameOf, type RecordAnswer } from './record.ts';
import { SavedFilters } from './saved-filters.tsx';

interface ListPageProps {
  readonly postType: string;
  readonly settings: PostTypeSettings;
  readonly query: URLSearchParams;
}

/** A list of records, with its filters, columns and order. */
export function ListPage({ postType, settings, query }: ListPageProps) {
  const state = listStateOf(query, settings);
  const change = (changed: Partial<ListState>) =>
    open(listAddress(postType, { ...state, page: 0, ...changed }), { replace: true });
  const { value, error, isLoading, reload } = useLoaded(
    (signal) => loadList(postType, state, signal),
    [postType, query.toString()],
  );
  useChanges((event) => isOfType(event, postType), reload);
  const [isFiltering, setFiltering] = useState(false);
  const [selected, setSelected] = useState<ReadonlySet<number>>(new Set());
  const selectedRecords = value?.posts.filter(({ ID: id }) => selected.has(Number(id))) ?? [];
  // Others may change only what is shared with them, and of types of which they create none, next to nothing.
  const mayChange = may(`update_any_${postType}`, `create_${postType}`);
  return (
    <>
      <header class="page-head">
        <h1>{settings.label_plural}</h1>
        {value && <span class="count">{value.total}</span>}
        <span class="space" />
        {may(`create_${postType}`) && (
          <a class="button primary" href={addressOf([postType, 'new'])}>
            {t('New: {type}', { type: settings.label_singular })}
          </a>
        )}
      </header>
      <div class="with-side">
        <SavedFilters postType={postType} current={state.filter} />
        <div class="grow">
          <div class="tools">
            <TextInput
              type="search"
              aria-label={t('Search in this list')}
              placeholder={t('Search in this list')}
              stored={state.text}
              onChange={(text) => change({ text: text.trim() })}
            />
            <button type="button" aria-expanded={isFiltering} onClick={() => setFiltering(!isFiltering)}>
              {t('Filter')}
            </button>
            <button
              type="button"
              aria-expanded={state.chart !== undefined}
              onClick={() =>
                change({ chart: state.chart === undefined ? '.bars' : undefined, page: state.page })
              }
            >
              {t('Numbers')}
            </button>
            <ColumnPicker
              settings={settings}
              columns={state.columns}
              onChange={(columns) => change({ columns })}
            />
            <button type="button" onClick={() => void exportList({ postType, settings, state })}>
              {t('Export as CSV')}
            </button>
            <CopyMenu
              request={{ method: 'POST', path: `svc-posts/v2/${postType}/list`, json: listRequest(state) }}
            />
          </div>
          {isFiltering && (
            <FilterPanel
              postType={postType}
              settings={settings}
              query={state.query}
              onChange={(changed) => change({ query: changed, filter: undefined })}
              onSaved={(filter) => change({ filter })}
            />
          )}
          {state.chart !== undefined && (
            <ChartPanel
              {...{ postType, settings }}
              filters={{ ...state.query, ...(state.text && { text: state.text }) }}
              view={viewOf(state.chart)}
              onChange={({ field, kind }) => change({ chart: `${field}.${kind}`, page: state.page })}
            />
          )}
          {error !== undefined && <Notice kind="problem">{messageOf(error)}</Notice>}
          {value && selectedRecords.length > 0 && (
            <BulkEdit {...{ postType, settings }} records={selectedRecords} onDone={reload} />
          )}
          {value && (
            <RecordTable
              {...{ postType, settings, state, change, isLoading }}
              records={value.posts}
              selected={selected}
              onSelect={mayChange ? setSelected : undefined}
            />
          )}
          {value && value.total === 0 && <p class="muted">{t('No records match.')}</p>}
          {value && <Pages total={value.total} page={state.page} onOpen={(page) => change({ page })} />}
        </div>
      </div>
    </>
  );
}

function viewOf(chart: string): ChartView {
  const [field = '', kind = ''] = chart.split('.');
  return { field, kind };
}

interface RecordTableProps {
  readonly postType: string;
  readonly settings: PostTypeSettings;
  readonly state: ListState;
  readonly records: readonly RecordAnswer[];
  readonly isLoading: boolean;
  readonly selected: ReadonlySet<number>;
  /** Undefined where records cannot be selected. */
  readonly onSelect: ((selected: ReadonlySet<number>) => void) | undefined;
  change(changed: Partial<ListState>): void;
}

function RecordTable({ postType, settings, state, ...props }: RecordTableProps) {
  const { records, isLoading, selected, onSelect, change } = props;
  const ids = records.map(({ ID: id }) => Number(id));
  const isAll = ids.length > 0 && ids.every((id) => selected.has(id));
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
            {onSelect && (
              <th scope="col">
                <input
                  type="checkbox"
                  aria-label={t('Select all on this page')}
                  checked={isAll}
                  onChange={() => onSelect(new Set(isAll ? [] : ids))}
                />
              </th>
            )}
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
              {onSelect && (
                <td class="select">
                  <input
                    type="checkbox"
                    aria-label={t('Select {name}', { name: nameOf(record) })}
                    checked={selected.has(Number(record.ID))}
                    onChange={() => onSelect(toggled(selected, Number(record.ID)))}
                  />
                </td>
              )}
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

function toggled(selected: ReadonlySet<number>, id: number): ReadonlySet<number> {
  return new Set(selected.has(id) ? [...selected].filter((each) => each !== id) : [...selected, id]);
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
