import type { ExtensionCall, ExtensionSetup, Fields } from '@svc/contracts';
import { onWrites } from '../on-writes.ts';
import { renumberBaptized } from './renumber-baptized.ts';
import { generationFrom } from './next-generations.ts';
import { readRecords } from '../read-records.ts';
import { shownNumber } from '../shown-values.ts';
import { idsAfter } from '../written-values.ts';

/** Keeps the baptism generations of contacts up to date. */
export function baptismRules(setup: ExtensionSetup): void {
  const { subscribe, call, logger } = setup;
  onWrites(setup, { postType: 'contacts' }, (write) => withGeneration(call, write.fields, write.existing));
  const changes = {
    entity: 'record',
    postType: 'contacts',
    verbs: ['created', 'updated'],
    changed: ['baptized_by'],
  } as const;
  subscribe('generations', changes, (event) => renumberBaptized({ call, logger }, event));
}

/** Adds the contact's own baptism generation to a write of its baptizers; those of other contacts are updated by `renumberBaptized`. */
async function withGeneration(call: ExtensionCall, fields: Fields, existing: Fields): Promise<Fields> {
  const ids = 'baptized_by' in fields ? idsAfter(fields, 'baptized_by', existing) : undefined;
  // Baptizers are named by title or e-mail: `renumberBaptized` sets the generation once their ids are known.
  if (ids === undefined) return fields;
  const baptizers = await readRecords(call, { postType: 'contacts', ids, fields: ['baptism_generation'] });
  const generations = [...baptizers.values()].map((contact) =>
    shownNumber(contact.fields, 'baptism_generation'),
  );
  return { ...fields, baptism_generation: generationFrom(generations) };
}
