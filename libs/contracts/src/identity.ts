/** The processes that send on the bus, each under its own name. Only the gateway may speak for users and site links. */
export const identities = ['gateway', 'records', 'comments', 'users', 'search', 'admin'] as const;

/** A sender on the bus. */
export type Identity = (typeof identities)[number];
