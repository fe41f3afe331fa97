import type { ExtensionSetup } from '@svc/contracts';
import { baptismMilestones } from './baptism-milestones.ts';
import { onWrites } from './on-writes.ts';
import { renumberBaptized } from './renumber-baptized.ts';
import { withGeneration } from './written-generation.ts';

/** Milestones of who baptizes and is baptized, and the generations of the baptized. */
export function baptismRules(setup: ExtensionSetup): void {
  const { subscribe, call, logger } = setup;
  onWrites(setup, { postType: 'contacts' }, (write) =>
    withGeneration(call, baptismMilestones(write.fields, write), write.existing),
  );
  const changes = { entity: 'record', postType: 'contacts', verbs: ['created', 'updated'] } as const;
  subscribe('generations', changes, (event) => renumberBaptized({ call, logger }, event));
}
