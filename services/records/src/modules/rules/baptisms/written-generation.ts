import type { ExtensionCall, Fields } from '@svc/contracts';
import { generationFrom } from './next-generations.ts';
import { readRecords } from '../read-records.ts';
import { idsAfter } from '../written-connections.ts';

/** Adds the contact's own baptism generation to a write of its baptizers; those of other contacts are updated by `renumberBaptized`. */
export async function withGeneration(call: ExtensionCall, fields: Fields, existing: Fields): Promise<Fields> {
  const ids = 'baptized_by' in fields ? idsAfter(fields, 'baptized_by', existing) : undefined;
  // Baptizers are named by title or e-mail: `renumberBaptized` sets the generation once their ids are known.
  if (ids === undefined) return fields;
  const baptizers = await readRecords(call, { postType: 'contacts', ids, fields: ['baptism_generation'] });
  const generations = [...baptizers.values()].map((contact) => contact['baptism_generation']);
  return { ...fields, baptism_generation: generationFrom(generations.map(asNumber)) };
}

function asNumber(generation: unknown): number | undefined {
  return typeof generation === 'number' ? generation : undefined;
}
