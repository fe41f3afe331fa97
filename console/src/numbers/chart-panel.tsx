import { useMemo, useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import { isOfType, useChanges } from '../live/changes.ts';
import type { PostTypeSettings } from '../settings/settings.ts';
import { locale, t } from '../text/t.ts';
import { CopyMenu, type CopiedRequest } from '../ui/copy-menu.tsx';
import { lazy } from '../ui/lazy.tsx';
import { messageOf } from '../ui/message-of.ts';
import { Notice } from '../ui/notice.tsx';
import type { PlotProps } from '../ui/plot.tsx';
import { useLoaded } from '../ui/use-loaded.ts';
import { groupFieldsOf, type GroupField } from './group-fields.ts';

interface ChartPanelProps {
  readonly postType: string;
  readonly settings: PostTypeSettings;
  /** The query of the list, with its text. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly view: ChartView;
  onChange(view: ChartView): void;
}

/** What a chart shows: in the address, `overall_status.bars`. */
export interface ChartView {
  readonly field: string;
  readonly kind: string;
}

interface Group {
  readonly labels: Readonly<Record<string, string>>;
  readonly count: number;
}

const Plot = lazy<PlotProps>(async () => (await import('../ui/plot.tsx')).Plot);
const maxBars = 24;

/** The numbers of a list by the values of a field, as a plot or a table (docs/guides/numbers.md). */
export function ChartPanel({ postType, settings, filters, view, onChange }: ChartPanelProps) {
  const fields = groupFieldsOf(settings);
  const field = fields.find(({ key }) => key === view.field) ?? fields[0];
  const [by, setBy] = useState('month');
  const requestFor = ({ key, isDate }: GroupField): CopiedRequest => ({
    method: 'POST',
    path: `svc-posts/v2/${postType}/aggregate`,
    json: { filters, group_by: [isDate ? { field: key, by } : key] },
  });
  const { value, error, reload } = useLoaded(
    async (signal) =>
      field &&
      client.request<{ readonly groups: readonly Group[] }>({
        ...requestFor(field),
        options: { signal },
      }),
    [postType, field?.key, by, JSON.stringify(filters)],
  );
  useChanges((event) => isOfType(event, postType), reload);
  const plotted = useMemo(() => {
    const groups = field?.isDate ? value?.groups.slice(-60) : value?.groups.slice(0, maxBars);
    return {
      names: groups?.map(({ labels }) => labels[field?.key ?? ''] ?? '') ?? [],
      series: [{ name: t('Records'), values: groups?.map(({ count }) => count) ?? [] }],
    };
  }, [value]);
  if (!field) return null;
  const kind = view.kind === 'lines' || view.kind === 'table' ? view.kind : 'bars';
  const views = { bars: t('Bars'), lines: t('Lines'), table: t('Table') };
  const periods = {
    day: t('Day'),
    week: t('Week'),
    month: t('Month'),
    quarter: t('Quarter'),
    year: t('Year'),
  };
  return (
    <section class="card chart" aria-label={t('Numbers')}>
      <div class="row">
        <label>
          {t('Group by')}{' '}
          <select
            value={field.key}
            onChange={({ currentTarget }) => onChange({ kind, field: currentTarget.value })}
          >
            {fields.map(({ key, name }) => (
              <option key={key} value={key}>
                {name}
              </option>
            ))}
          </select>
        </label>
        {field.isDate && (
          <select
            aria-label={t('Period')}
            value={by}
            onChange={({ currentTarget }) => setBy(currentTarget.value)}
          >
            {Object.entries(periods).map(([key, label]) => (
              <option key={key} value={key}>
                {label}
              </option>
            ))}
          </select>
        )}
        <span class="space" />
        {Object.entries(views).map(([key, label]) => (
          <button
            key={key}
            type="button"
            aria-pressed={kind === key}
            onClick={() => onChange({ field: field.key, kind: key })}
          >
            {label}
          </button>
        ))}
        <CopyMenu request={requestFor(field)} />
      </div>
      {error !== undefined && <Notice kind="problem">{messageOf(error)}</Notice>}
      {value && kind !== 'table' && (
        <Plot label={`${settings.label_plural}: ${field.name}`} kind={kind} {...plotted} />
      )}
      {value && kind === 'table' && (
        <NumbersTable name={field.name} field={field.key} groups={value.groups} />
      )}
    </section>
  );
}

interface NumbersTableProps {
  readonly name: string;
  readonly field: string;
  readonly groups: readonly Group[];
}

function NumbersTable({ name, field, groups }: NumbersTableProps) {
  return (
    <div class="table" role="region" tabIndex={0} aria-label={t('Table')}>
      <table>
        <thead>
          <tr>
            <th scope="col">{name}</th>
            <th scope="col">{t('Records')}</th>
          </tr>
        </thead>
        <tbody>
          {groups.map(({ labels, count }) => (
            <tr key={labels[field]}>
              <th scope="row">{labels[field]}</th>
              <td data-label={t('Records')}>{count.toLocaleString(locale())}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
