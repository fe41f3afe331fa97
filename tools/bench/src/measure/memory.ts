import { commandLine, type Processes, residentOf } from './process-usage.ts';

/** The memory of an installation at one moment, in MiB. */
export type Memory = Awaited<ReturnType<typeof memoryOf>>;

/** Options of servers that bound their memory. */
const boundBy = { mongodb: 'wiredTigerCacheSizeGB', meilisearch: 'max-indexing-memory' };

/** The resident memory of the processes, and the size of the name indexes in the metrics of the records service. */
export async function memoryOf({
  processes,
  services,
  recordsUrls,
}: {
  processes: Processes;
  /** The names of those processes that are services. */
  services: readonly string[];
  /** Where the records processes serve their metrics. */
  recordsUrls: readonly string[];
}) {
  const resident = residentOf(processes);
  const settings = Object.entries(boundBy).flatMap(([server, option]) => {
    const pid = processes.get(server);
    const value = pid === undefined ? undefined : optionIn(commandLine(pid), option);
    return value === undefined ? [] : [[server, `--${option} ${value}`] as const];
  });
  const nameIndex = await nameIndexOf(recordsUrls);
  return {
    processes: resident,
    /** The sum of the services. */
    services: sum(services.map((name) => resident[name] ?? 0)),
    all: sum(Object.values(resident)),
    /** The settings of the servers that bound their memory. */
    settings: Object.fromEntries(settings) as Readonly<Record<string, string>>,
    ...(nameIndex ? { nameIndex } : {}),
  };
}

function optionIn(args: readonly string[], option: string): string | undefined {
  const at = args.indexOf(`--${option}`);
  return at < 0 ? undefined : args[at + 1];
}

async function nameIndexOf(recordsUrls: readonly string[]) {
  const texts = await Promise.all(recordsUrls.map(async (url) => (await fetch(`${url}/metrics`)).text()));
  const total = (metric: string) => {
    const values = texts.flatMap((text) => valuesOf(text, metric));
    return values.length === 0 ? undefined : sum(values);
  };
  const bytes = total('svc_name_index_bytes');
  const records = total('svc_name_index_records');
  if (bytes === undefined || records === undefined) return undefined;
  const mebibytes = bytes / 2 ** 20;
  return { mebibytes, records, mebibytesPer100000: records > 0 ? (mebibytes * 100_000) / records : 0 };
}

/** The values of a metric in the text format of Prometheus, one for each set of labels. */
function valuesOf(text: string, metric: string): number[] {
  const lines = text.matchAll(new RegExp(`^${metric}(?:\\{.*\\})? (\\S+)`, 'gm'));
  return [...lines].map(([, value]) => Number(value));
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
