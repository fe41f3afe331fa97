import { createHmac, randomBytes } from 'node:crypto';
import { seal, unseal } from '@svc/service-kit';
import { siteKey, type SharedSecret } from './site-key.ts';
import type { SiteLink } from './site-link.ts';

const tokenBytes = 32;

/** Visible ASCII without a dot, because three parts with dots between them look like a JWT. */
const tokenPattern = /^[!-\-/-~]{16,200}$/;

export const tokenProblem = 'token must have 16 to 200 visible ASCII characters, without spaces and dots';

/** Whether a text may be the token of a link; the other site may have generated it. */
export function isToken(text: string): boolean {
  return tokenPattern.test(text);
}

export type LinkVault = ReturnType<typeof linkVault>;

export function linkVault(key: Buffer) {
  return {
    /** A token in the format of other installations: 64 hexadecimal digits. */
    makeToken: () => randomBytes(tokenBytes).toString('hex'),

    /** A token encrypted for the link with this id. */
    seal: (token: string, id: number) => seal(token, key, nameOf(id)),

    /** The token of a link; undefined when it was encrypted under another secret or tampered with. */
    open: ({ token, _id }: Pick<SiteLink, 'token' | '_id'>) => unseal(token, key, nameOf(_id)),

    /** The same for links that would accept the same bearers. */
    fingerprint({ apiKey, ...secret }: SharedSecret & { readonly apiKey: boolean }): string {
      const accepted = apiKey ? `token ${secret.token}` : `site key ${siteKey(secret)}`;
      return createHmac('sha256', key).update(accepted).digest('base64url');
    },
  };
}

function nameOf(id: number): string {
  return `site link ${id}`;
}
