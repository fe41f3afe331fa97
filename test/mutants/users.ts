import type { Mutant } from './mutant.ts';

const users = 'services/users/src';

/** Mutants of logins, of granting roles, and of notifications. */
export const userMutants: readonly Mutant[] = [
  {
    file: `${users}/passwords/check-password.ts`,
    from: 'if (!user || user.disabled || user.isServiceAccount || !isRight) {',
    to: 'if (!user || user.isServiceAccount || !isRight) {',
    rule: 'a user who is disabled does not log in',
    killedBy: [`${users}/operations/login\\.`],
  },
  {
    file: `${users}/limits/login-limiter.ts`,
    from: 'isKnown ? [pair] : [pair, account, address]',
    to: '[pair, account, address]',
    rule: 'strangers who guess do not lock a user out at home',
    killedBy: [`${users}/operations/login\\.`],
  },
  {
    file: `${users}/tokens/token-version.ts`,
    from: 'version === user.tokenVersion ||',
    to: '(version ?? 0) <= user.tokenVersion ||',
    rule: 'a new password ends the sessions before it',
    killedBy: [`${users}/operations/login\\.`],
  },
  {
    file: `${users}/tokens/signing-keys.ts`,
    from: '.find({ $or: [{ expiresAt: null }, { expiresAt: { $gt: new Date() } }] })',
    to: '.find()',
    rule: 'a key that is over verifies no token',
    killedBy: [`${users}/tokens/signing-keys`],
  },
  {
    file: `${users}/passwords/password-resets.ts`,
    from: '.findOne({ tokenHash: hashOf(token), expiresAt: { $gt: now } })',
    to: '.findOne({ tokenHash: hashOf(token) })',
    rule: 'a mail sets a new password for an hour and no longer',
    killedBy: [`${users}/operations/password-reset`],
  },
  {
    file: `${users}/roles/check-giving.ts`,
    from: 'if (!isAdministrator && [...given, ...taken].includes(administrator))',
    to: 'if (!isAdministrator && given.includes(administrator))',
    rule: 'only an administrator takes the role from an administrator',
    killedBy: [`${users}/roles/check-giving`],
  },
  {
    file: `${users}/site-links/site-key.ts`,
    from: 'return [-1, 0, 1].map(',
    to: 'return [-2, -1, 0, 1, 2].map(',
    rule: 'a transfer token is good for its hour and those beside it',
    killedBy: [`${users}/site-links/site-key`],
  },
  {
    file: `${users}/site-links/find-link.ts`,
    from: "if (link && (link.approvedIp === '' || isSameAddress(link.approvedIp, address))) return link;",
    to: 'if (link) return link;',
    rule: 'a site link is used from its approved address alone',
    killedBy: [`${users}/operations/site-links`],
  },
  {
    file: `${users}/notifications/notification-store.ts`,
    from: 'const own = { ...onWeb(call.actor), _id: id };',
    to: "const own = { channels: 'web', _id: id };",
    rule: 'nobody marks what others were told',
    killedBy: ['services/users/src/notifications/notify-from-events'],
  },
];
