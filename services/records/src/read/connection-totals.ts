import type { Field } from '../model/field.ts';
import type { RecordState } from '../model/stored-value.ts';
import { endName, endOf } from '../model/side.ts';

/** How many connections the fields have of which only a part is shown, under a key of its own; nothing when all are. */
export function connectionTotals(
  { record, connected }: RecordState,
  fields: readonly Field[],
): { connection_totals?: Record<string, number> } {
  if (!record.degrees) return {};
  const totals = fields
    .filter(({ type }) => type.keptIn === 'edges')
    .map((field) => [field.key, record.degrees?.[endName(endOf(field))] ?? 0] as const)
    .filter(([key, degree]) => degree > (connected[key]?.length ?? 0));
  return totals.length === 0 ? {} : { connection_totals: Object.fromEntries(totals) };
}
