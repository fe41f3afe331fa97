import type { RowResult } from '../measure/measure-row.ts';
import type { LiveSetting } from './live-row.ts';
import { measureChanges } from './measure-changes.ts';
import { measureEventCost, measureEvents } from './measure-events.ts';

export interface LiveRow {
  name: string;
  measure(setting: LiveSetting): Promise<RowResult[]>;
}

/** The rows about live changes. They are measured after the others, and never beside another checkout. */
const liveRows: readonly LiveRow[] = [
  { name: 'events', measure: measureEvents },
  { name: 'event-cost', measure: measureEventCost },
  { name: 'changes', measure: measureChanges },
];

export const liveNames: readonly string[] = liveRows.map(({ name }) => name);

/** The rows with these names; all rows when there are none. */
export function liveRowsNamed(names: readonly string[]): readonly LiveRow[] {
  return names.length === 0 ? liveRows : liveRows.filter(({ name }) => names.includes(name));
}
