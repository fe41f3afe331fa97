import type { Registry } from 'prom-client';
import { ServiceMetrics } from '@svc/service-kit';
import { GatewayMetrics } from '@svc/gateway/metrics';
import { ReadCache } from '@svc/records/read-cache';
import { NameIndex } from '@svc/records/name-index';
import { FileMetrics } from '@svc/records/file-metrics';
import { SearchMetrics } from '@svc/search/metrics';

/** A metric that a service registers. */
interface RegisteredMetric {
  readonly name: string;
  readonly help: string;
  readonly type: string;
  readonly labels: readonly string[];
}

type NameIndexOptions = ConstructorParameters<typeof NameIndex>[0];

/** The metrics of each service, in addition to the common ones. */
const ownMetrics: Readonly<Record<string, (registry: Registry) => unknown>> = {
  gateway: (registry) => new GatewayMetrics(registry),
  records: (registry) => [
    new ReadCache({ registry, changes: undefined, maxBytes: 1_000_000 }),
    new NameIndex({ registry, changes: undefined, fields: [], maxBytes: 0 } as unknown as NameIndexOptions),
    new FileMetrics(registry),
  ],
  comments: () => undefined,
  users: () => undefined,
  search: (registry) => new SearchMetrics(registry),
};

/** All metrics of each service, including the library's metrics of Node. */
export function registeredMetrics(): Map<string, RegisteredMetric[]> {
  return new Map(
    Object.entries(ownMetrics).map(([service, register]) => {
      const { registry } = new ServiceMetrics(service);
      register(registry);
      const metrics = registry.getMetricsAsArray() as unknown as {
        name: string;
        help: string;
        labelNames: readonly string[];
        constructor: { name: string };
      }[];
      return [
        service,
        metrics.map(({ name, help, labelNames, constructor }) => ({
          name,
          help,
          type: constructor.name.toLowerCase(),
          labels: labelNames,
        })),
      ];
    }),
  );
}

const units: readonly (readonly [RegExp, string])[] = [
  [/_seconds(_total)?$/, 'seconds'],
  [/_bytes(_total)?$/, 'bytes'],
  [/_messages$/, 'messages'],
];

function row({ name, type, labels, help }: RegisteredMetric): string {
  const unit = units.find(([suffix]) => suffix.test(name))?.[1] ?? '';
  const shown = labels.map((label) => `\`${label}\``).join(', ');
  return `| \`${name}\` | ${type} | ${shown} | ${unit} | ${help} |`;
}

const head = '| metric | type | labels | unit | meaning |\n|---|---|---|---|---|';

/** The text of docs/reference/metrics.md. */
export function metricsPage(): string {
  const registered = registeredMetrics();
  const [first = [], ...others] = registered.values();
  const isEverywhere = ({ name }: RegisteredMetric) =>
    others.every((metrics) => metrics.some((metric) => metric.name === name));
  const common = first.filter(isEverywhere);
  const isOwn = ({ name }: RegisteredMetric) => !common.some((metric) => metric.name === name);
  const section = (title: string, metrics: readonly RegisteredMetric[]) =>
    `## ${title}\n\n${head}\n${metrics.map(row).join('\n')}\n`;
  const own = [...registered].filter(([, metrics]) => metrics.some(isOwn));
  return [
    introduction,
    section(
      'Every service',
      common.filter(({ name }) => name.startsWith('svc_')),
    ),
    ...own.map(([service, metrics]) => section(service, metrics.filter(isOwn))),
    section(
      'Process and Node',
      common.filter(({ name }) => !name.startsWith('svc_')),
    ),
  ].join('\n');
}

const introduction = `# Metrics

For operators: the metrics that each process serves at \`/metrics\` of its [ops port](../operations/running-a-service.md#probes). \`node test/docs/metrics-page.ts > docs/reference/metrics.md\`
generates this page from the metrics that the services register; a test fails when it is stale.

Every series also has the label \`service\`. Labels name operations, routes, error codes, consumers, collections, commands, jobs, hooks and extensions of this program, but never a record, a user or
a path as it was sent, so that their number does not grow with the data. A histogram gives \`_bucket\` (with \`le\`), \`_sum\` and \`_count\`; derive rates and errors from
\`_count\` by its \`outcome\` or \`status\`. An \`outcome\` is \`ok\` or the code of the [error](errors.md); without a code it is \`failed\`, or \`refused\` if Meilisearch
answered with an error.

[deploy/observability](../../deploy/observability) has a dashboard and alert rules for these metrics.
`;

if (import.meta.main) process.stdout.write(metricsPage());
