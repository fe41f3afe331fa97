/** A connection as a field of one of its records sees it. */
export interface ConnectionItem {
  /** The record at the other end. */
  readonly id: number;
  readonly meta?: Readonly<Record<string, string>>;
}

/** Whether there is more to say of a connection than which record it leads to. */
export function isDescribed({ meta }: Pick<ConnectionItem, 'meta'>): boolean {
  return meta !== undefined && Object.keys(meta).length > 0;
}
