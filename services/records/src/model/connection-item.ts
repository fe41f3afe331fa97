/** A connection as a field of one of its records sees it. */
export interface ConnectionItem {
  /** The record at the other end. */
  readonly id: number;
  readonly meta?: Readonly<Record<string, string>>;
}

/** Whether a connection has meta. */
export function isDescribed({ meta }: Pick<ConnectionItem, 'meta'>): boolean {
  return meta !== undefined && Object.keys(meta).length > 0;
}

/** Maximum number of connections of a field that are shown: for a single record, and for each record of a list. */
export const shownConnections = { alone: 1_000, listed: 100 } as const;

/** Field key → the first connections of that field. */
export type Connected = Readonly<Record<string, readonly ConnectionItem[]>>;
