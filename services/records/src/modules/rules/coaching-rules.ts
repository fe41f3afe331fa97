import type { ExtensionSetup } from '@svc/contracts';
import { onWrites } from './on-writes.ts';
import { shareWithRepresented } from './share-with-represented.ts';

/** Who coaches a contact gets to see it. */
export function coachingRules(setup: ExtensionSetup): void {
  onWrites(setup, { postType: 'contacts' }, async (write) => {
    await shareWithRepresented(setup.call, write, ['coached_by']);
    return write.fields;
  });
}
