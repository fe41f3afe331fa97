/** The processes that send on the bus, each under its own identity. Only the gateway may sign actors that are users or site links. */
export const identities = ['gateway', 'records', 'comments', 'users', 'search', 'admin'] as const;

/** The identity of a process on the bus. */
export type Identity = (typeof identities)[number];
