import type { ExtensionSetup } from '@svc/contracts';
import { onWrites } from './on-writes.ts';
import { shareWithRepresented } from './share-with-represented.ts';

/** Shares a contact with the users who coach it. */
export function coachingRules(setup: ExtensionSetup): void {
  onWrites(setup, { postType: 'contacts' }, async (write) => {
    await shareWithRepresented(setup.call, write, ['coached_by']);
    return write.fields;
  });
}
