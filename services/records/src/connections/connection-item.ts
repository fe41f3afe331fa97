/** A connection as a field of one of its records sees it. */
export interface ConnectionItem {
  /** The record at the other end. */
  readonly id: number;
  readonly meta?: Readonly<Record<string, string>>;
}
