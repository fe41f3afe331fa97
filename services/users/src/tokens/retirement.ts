import type { Write } from '@svc/service-kit';
import { asDocument } from '../store/as-document.ts';
import type { SigningKey } from './signing-key.ts';

/** A token that was being signed while its key was replaced is over this much later than the key's others. */
const leewaySeconds = 60;

/** A key signs no more, and is needed until the last token it has signed is over. */
export function retirement(namespace: string, { _id, tokenSeconds }: SigningKey): Write {
  const expiresAt = new Date(Date.now() + (tokenSeconds + leewaySeconds) * 1000);
  const filter = asDocument({ _id, expiresAt: null });
  return {
    model: { name: 'updateOne', namespace, filter, update: { $set: { expiresAt } } },
    mustMatch: true,
  };
}
