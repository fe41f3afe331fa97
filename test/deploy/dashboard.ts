import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

interface Panel {
  readonly title: string;
  readonly description?: string;
  /** A unit of Grafana. */
  readonly unit: string;
  /** Whether values below zero are shown. */
  readonly isSigned?: true;
  readonly targets: readonly { readonly expr: string; readonly legend: string }[];
}

interface Row {
  readonly title: string;
  readonly panels: readonly Panel[];
}

const rows = parse(readFileSync(new URL('dashboard.yaml', import.meta.url), 'utf8')) as readonly Row[];

const width = 24;
const height = 8;
const source = { type: 'prometheus', uid: '${datasource}' };

/** The text of deploy/observability/dashboard.json: ids and positions follow from the order of the rows. */
export function dashboard(): string {
  const panels: object[] = [];
  let y = 0;
  for (const { title, panels: own } of rows) {
    const at = { h: 1, w: width, x: 0, y };
    panels.push({ id: panels.length + 1, type: 'row', title, collapsed: false, gridPos: at, panels: [] });
    y += 1;
    for (const line of linesOf(own)) {
      const w = width / line.length;
      for (const [index, panel] of line.entries())
        panels.push(chart(panel, { id: panels.length + 1, gridPos: { h: height, w, x: index * w, y } }));
      y += height;
    }
  }
  return `${JSON.stringify({ ...about, panels }, undefined, 2)}\n`;
}

/** At most four panels beside each other, and lines of the same length where possible. */
function linesOf(panels: readonly Panel[]): Panel[][] {
  const lines = Math.ceil(panels.length / 4);
  const length = Math.ceil(panels.length / lines);
  return Array.from({ length: lines }, (_nothing, index) =>
    panels.slice(index * length, (index + 1) * length),
  );
}

function chart({ title, description, unit, isSigned, targets }: Panel, place: object): object {
  return {
    ...place,
    type: 'timeseries',
    title,
    ...(description !== undefined && { description }),
    datasource: source,
    fieldConfig: {
      defaults: { unit, ...(!isSigned && { min: 0 }), custom: { fillOpacity: 10, showPoints: 'never' } },
      overrides: [],
    },
    options: {
      legend: { displayMode: 'list', placement: 'bottom' },
      tooltip: { mode: 'multi', sort: 'desc' },
    },
    targets: targets.map(({ expr, legend: legendFormat }, index) => ({
      refId: String.fromCharCode('A'.charCodeAt(0) + index),
      datasource: source,
      expr,
      legendFormat,
    })),
  };
}

const about = {
  uid: 'records-service',
  title: 'Records Service',
  tags: ['records-service'],
  timezone: 'browser',
  schemaVersion: 39,
  version: 1,
  editable: true,
  refresh: '30s',
  time: { from: 'now-3h', to: 'now' },
  templating: {
    list: [
      { name: 'datasource', label: 'Prometheus', type: 'datasource', query: 'prometheus', hide: 0 },
      {
        name: 'service',
        label: 'Service',
        type: 'query',
        datasource: source,
        query: { query: 'label_values(process_start_time_seconds, service)', refId: 'service' },
        refresh: 2,
        includeAll: true,
        multi: true,
        current: { text: 'All', value: '$__all' },
      },
    ],
  },
  annotations: { list: [] },
};

if (import.meta.main) process.stdout.write(dashboard());
