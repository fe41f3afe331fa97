import type { ExtensionSetup } from '@svc/contracts';
import { baptismMilestones } from './baptism-milestones.ts';
import { onWrites } from './on-writes.ts';

/** Sets the milestones that follow from baptisms. */
export function faithRules(setup: ExtensionSetup): void {
  onWrites(setup, { postType: 'contacts' }, (write) => baptismMilestones(write.fields, write));
}
