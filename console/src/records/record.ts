/** A record as the service answers it: `ID`, `post_type` and the values of its fields. */
export interface RecordAnswer {
  readonly ID: number | string;
  readonly post_type?: string;
  readonly name?: string;
  readonly post_title?: string;
  /** The version, for changes on top of it; items of lists have none. */
  readonly $etag?: string;
  readonly [field: string]: unknown;
}

/** The name that stands for a record. */
export function nameOf(record: RecordAnswer): string {
  return record.name ?? record.post_title ?? String(record.ID);
}
