import { busPermissions, identities, type Identity } from '@svc/contracts';

/** How the server knows a process: by the public key of its nkey, or by a password that its environment holds. */
export type BusUser =
  { readonly nkey: string } | { readonly user: string; readonly passwordVariable: string };

/**
 * The part of nats-server's configuration that says who may connect and what they may do there, made from the contracts.
 * `unlimited` are public keys of nkeys that may do everything, as tests need to look at what is said.
 */
export function busAuthorization(
  userOf: (identity: Identity) => BusUser,
  unlimited: readonly string[] = [],
): string {
  const users = [
    ...identities.map((identity) => `# ${identity}\n${entry(userOf(identity), busPermissions(identity))}`),
    ...unlimited.map((nkey) => entry({ nkey }, undefined)),
  ];
  return `authorization {\n  ${timeout}\n  users: [\n${indent(users.join('\n'), 4)}\n  ]\n}\n`;
}

/** Seconds: by default the server hangs up after two, and a process that starts on a busy machine needs longer to say who it is. */
const timeout = 'timeout: 20';

/** The same for Kubernetes: a ConfigMap to mount, and to include in the configuration of the server. */
export function busConfigMap(authorization: string): string {
  const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: svc-nats-authorization\ndata:\n';
  return `${head}  authorization.conf: |\n${indent(authorization.trimEnd(), 4)}\n`;
}

/** nats-server reads JSON, and the value of a variable of its environment where one is named without quotes. */
function entry(user: BusUser, permissions: unknown): string {
  const who =
    'nkey' in user
      ? `nkey: ${JSON.stringify(user.nkey)}`
      : `user: ${JSON.stringify(user.user)}, password: $${user.passwordVariable}`;
  if (permissions === undefined) return `{ ${who} }`;
  return `{ ${who}, permissions: ${JSON.stringify(permissions, undefined, 2)} }`;
}

function indent(text: string, by: number): string {
  return text.replaceAll(/^(?=.)/gm, ' '.repeat(by));
}
