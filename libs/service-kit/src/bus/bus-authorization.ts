import { busPermissions, externalConsumerPermissions, identities, type Identity } from '@svc/contracts';
import type { ExternalConsumer } from './external-consumers.ts';

/** How the server authenticates a process: by the public key of its nkey, or by a password in an environment variable of the server. */
type BusUser = { readonly nkey: string } | { readonly user: string; readonly passwordVariable: string };

/** The users of NATS in addition to the processes of this project. */
interface OtherUsers {
  readonly external?: readonly ExternalConsumer[];
  /** Public keys of nkeys without restrictions, with which tests read all messages. */
  readonly unlimited?: readonly string[];
}

/** Returns the part of nats-server's configuration with the users and their permissions, which derive from the contracts. A process has several users while its credentials are replaced. */
export function busAuthorization(
  usersOf: (identity: Identity) => BusUser | readonly BusUser[],
  { external = [], unlimited = [] }: OtherUsers = {},
): string {
  const names = external.map(({ name }) => name);
  const users = [
    ...identities.flatMap((identity) =>
      [usersOf(identity)]
        .flat()
        .map((user) => `# ${identity}\n${entry(user, busPermissions(identity, names))}`),
    ),
    ...external.flatMap(({ name, nkeys }) =>
      nkeys.map((nkey) => `# ${name}\n${entry({ nkey }, externalConsumerPermissions(name))}`),
    ),
    ...unlimited.map((nkey) => entry({ nkey }, undefined)),
  ];
  return `authorization {\n  ${timeout}\n  users: [\n${indent(users.join('\n'), 4)}\n  ]\n}\n`;
}

/** How long the server waits for authentication, in seconds: the default of two is too short for a process that starts on a busy machine. */
const timeout = 'timeout: 20';

/** Returns the same as a ConfigMap for Kubernetes, to be mounted and included in the configuration of the server. */
export function busConfigMap(authorization: string): string {
  const head = 'apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: svc-nats-authorization\ndata:\n';
  return `${head}  authorization.conf: |\n${indent(authorization.trimEnd(), 4)}\n`;
}

/**
 * Returns the configuration of a user in JSON, which nats-server reads; a variable without quotes stands for its value in the environment
 * of the server.
 */
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
