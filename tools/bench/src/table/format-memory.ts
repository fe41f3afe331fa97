import type { Memory } from '../measure/memory.ts';
import { keysOf } from '../measure/summary.ts';
import { aligned } from './format-table.ts';

/** The resident memory of each side's processes, the settings that bound it, and the name index if a service has one. */
export function formatMemory(sides: Readonly<Record<string, Memory>>): string {
  const processes = keysOf(Object.values(sides).map(({ processes }) => processes));
  const titles = ['Memory in MiB after the last row', ...processes, 'services', 'all'];
  const lines = Object.entries(sides).map(([side, memory]) => [
    side,
    ...processes.map((name) => rounded(memory.processes[name])),
    rounded(memory.services),
    rounded(memory.all),
  ]);
  return [aligned([titles, ...lines]), ...Object.entries(sides).flatMap(notesOf)].join('\n');
}

function notesOf([side, { settings, nameIndex }]: [string, Memory]): string[] {
  const bounds = Object.entries(settings).map(([server, option]) => `${server} ${option}`);
  return [
    ...(bounds.length > 0 ? [`${side}: ${bounds.join(', ')}`] : []),
    ...(nameIndex
      ? [
          `${side}: name index ${nameIndex.mebibytes.toFixed(1)} MiB for ${nameIndex.records} records, ${nameIndex.mebibytesPer100000.toFixed(1)} MiB for 100000`,
        ]
      : []),
  ];
}

const rounded = (value: number | undefined): string => (value === undefined ? '' : value.toFixed(0));
