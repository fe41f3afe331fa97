import type { RowResult } from '../measure/measure-row.ts';
import type { LiveSetting } from './live-row.ts';
import { measureChanges } from './measure-changes.ts';
import { measureEventCost, measureEvents } from './measure-events.ts';
import { measureIdleReaders } from './measure-idle-readers.ts';

export interface LiveRow {
  name: string;
  measure(setting: LiveSetting): Promise<RowResult[]>;
  /** Runs only when `--only` names it. */
  isOnDemand?: true;
}

/** The rows about live changes. They are measured after the others, and never beside another checkout. */
const liveRows: readonly LiveRow[] = [
  { name: 'events', measure: measureEvents },
  { name: 'event-cost', measure: measureEventCost },
  { name: 'changes', measure: measureChanges },
  { name: 'idle-readers', measure: measureIdleReaders, isOnDemand: true },
];

export const liveNames: readonly string[] = liveRows.map(({ name }) => name);

/** The rows with these names; without any, those that are not on demand. */
export function liveRowsNamed(names: readonly string[]): readonly LiveRow[] {
  return liveRows.filter(({ name, isOnDemand }) => (names.length === 0 ? !isOnDemand : names.includes(name)));
}
