/** The services that answer operations. */
export const serviceNames = ['records', 'comments', 'users', 'search'] as const;

/** A service that answers operations. */
export type ServiceName = (typeof serviceNames)[number];

/** The processes that send on the bus, each under its own identity. Only the gateway may sign actors that are users or site links. */
export const identities = ['gateway', ...serviceNames, 'admin'] as const;

/** The identity of a process on the bus. */
export type Identity = (typeof identities)[number];
