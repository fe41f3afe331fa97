import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, test } from '@jest/globals';
import { parse } from 'yaml';
import { dashboard as generatedDashboard } from './dashboard.ts';
import { degradedAlerts } from './degraded-alerts.ts';
import { registeredMetrics } from '../docs/metrics-page.ts';

const folder = new URL('../../deploy/observability/', import.meta.url).pathname;
const read = (file: string) => readFileSync(folder + file, 'utf8');

interface Rules {
  groups: { rules: { alert: string; expr: string; annotations: Record<string, string> }[] }[];
}
interface Dashboard {
  panels: {
    title: string;
    gridPos: { x: number; y: number };
    targets?: { expr: string; legendFormat: string }[];
  }[];
  templating: { list: { query: string | { query: string } }[] };
}

const rulesOf = (file: string) => (parse(read(file)) as Rules).groups.flatMap((group) => group.rules);
const rules = [...rulesOf('alerts.yaml'), ...rulesOf('degraded-alerts.yaml')];
const dashboard = JSON.parse(read('dashboard.json')) as Dashboard;

/** Expressions, with the texts that use their labels, by the name of the alert or panel. */
const expressions: readonly (readonly [name: string, expression: string, text: string])[] = [
  ...rules.map(({ alert, expr, annotations }) => [alert, expr, Object.values(annotations).join()] as const),
  ...dashboard.panels.flatMap(({ title, targets = [] }) =>
    targets.map(({ expr, legendFormat }) => [title, expr, legendFormat] as const),
  ),
  ...dashboard.templating.list
    .map(({ query }) => (typeof query === 'string' ? query : query.query))
    .filter((query) => query.includes('('))
    .map((query) => ['variable', query, ''] as const),
];

const known = new Map([...registeredMetrics().values()].flat().map((metric) => [metric.name, metric]));

/** The metric of a series; a histogram has three. */
function metricOf(series: string) {
  const [, base = series] = /^(.*)_(?:bucket|sum|count)$/.exec(series) ?? [];
  const histogram = known.get(base);
  return known.get(series) ?? (histogram?.type === 'histogram' ? histogram : undefined);
}

const namesIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, name = '']) => name);
const seriesIn = (expression: string) => namesIn(expression, /\b((?:svc|process|nodejs)_\w+)/g);

function labelsIn(expression: string, text: string): string[] {
  const lists = [
    ...namesIn(expression, /\b(?:by|without) \(([\w, ]+)\)/g).flatMap((list) => list.split(', ')),
    ...namesIn(expression, /label_values\(\w+, (\w+)\)/g),
  ];
  const selected = namesIn(expression, /\{([^}]*)\}/g).flatMap((list) => namesIn(list, /(\w+)\s*[=!]/g));
  return [...lists, ...selected, ...namesIn(text, /\{\{ ?\$?(?:labels\.)?(\w+) ?\}\}/g)];
}

test.each(expressions)('%s: %s has only existing metrics and labels', (_name, expression, text) => {
  const series = seriesIn(expression);
  expect(series).not.toEqual([]);
  expect(series.filter((name) => !metricOf(name))).toEqual([]);
  const labels = new Set(['service', 'le', ...series.flatMap((name) => metricOf(name)?.labels ?? [])]);
  expect(labelsIn(expression, text).filter((label) => label !== 'value' && !labels.has(label))).toEqual([]);
});

test('each metric of the services is on the dashboard', () => {
  const shown = new Set(
    expressions.flatMap(([, expression]) => seriesIn(expression)).map((name) => metricOf(name)),
  );
  const missing = [...known.values()].filter(
    (metric) => metric.name.startsWith('svc_') && !shown.has(metric),
  );
  expect(missing.map(({ name }) => name)).toEqual([]);
});

test('dashboard.json is generated from its rows, and no panels overlap', () => {
  expect(read('dashboard.json')).toBe(generatedDashboard());
  const panels = dashboard.panels.map(({ gridPos: { x, y } }) => `${x},${y}`);
  expect(new Set(panels).size).toBe(panels.length);
});

test('degraded-alerts.yaml has the alerts of all degraded states', () => {
  expect(read('degraded-alerts.yaml')).toBe(degradedAlerts());
});

const promtool = spawnSync('promtool', ['--version']).status === 0;
if (!promtool)
  process.stderr.write(
    'Skipped: promtool on the alert rules, because it is not here (package prometheus of Debian).\n',
  );

(promtool ? test : test.skip).each([
  ['check', 'alerts.yaml'],
  ['check', 'degraded-alerts.yaml'],
  ['test', 'alerts.test.yaml'],
])('promtool %s rules %s', (command, file) => {
  const { status, stdout, stderr } = spawnSync('promtool', [command, 'rules', file], {
    cwd: folder,
    encoding: 'utf8',
  });
  expect({ status, said: status === 0 ? '' : stdout + stderr }).toEqual({ status: 0, said: '' });
});
