import type { ExtensionSetup } from '@svc/contracts';
import { onWrites } from './on-writes.ts';
import { shareWithNamed } from './share-with-named.ts';

/** Shares a contact with the users who coach it. */
export function coachingRules(setup: ExtensionSetup): void {
  onWrites(setup, { postType: 'contacts' }, async (write) => {
    await shareWithNamed(setup.call, write, { key: 'coached_by', by: 'corresponds_to_user' });
    return write.fields;
  });
}
