import type { ExtensionSetup } from '@svc/contracts';
import { onWrites } from '../on-writes.ts';
import { renumberBaptized } from './renumber-baptized.ts';
import { withGeneration } from './written-generation.ts';

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
