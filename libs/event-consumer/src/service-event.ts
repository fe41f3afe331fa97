/** An event of the service: a CloudEvents 1.0 envelope around the change. `/asyncapi.json` describes the data of each type. */
export interface ServiceEvent {
  /** Unique; a repeated delivery has the same id. */
  readonly id: string;
  /** `svc.<entity>.<verb>`, for example `svc.record.updated`. */
  readonly type: string;
  /** The changed thing, for example `contacts/12`. */
  readonly subject: string;
  /** RFC 3339. */
  readonly time: string;
  readonly data: EventData;
}

/** The change, and who made it. Further keys depend on the type of the event. */
export interface EventData {
  /** All events of one write have the same id. */
  readonly commit_id: string;
  readonly actor: { readonly kind: string; readonly user_id: number; readonly display_name: string };
  /** Only in events of records. */
  readonly record?: {
    readonly id: number;
    readonly post_type: string;
    readonly name: string;
    readonly version: number;
  };
  /** Only in events of records: field key → the values before and after, or the entries added and removed. */
  readonly changed?: Readonly<Record<string, FieldChange>>;
  /** Only in events of comments. */
  readonly comment?: {
    readonly id: number;
    readonly post_type: string;
    readonly record_id: number;
    readonly version: number;
    readonly content: string;
  };
  readonly [further: string]: unknown;
}

/** The change of one field. */
export type FieldChange =
  | { readonly before?: unknown; readonly after?: unknown }
  | { readonly added: readonly unknown[]; readonly removed: readonly unknown[] };

/** The entity of an event: `record` for `svc.record.updated`. */
export function entityOf({ type }: ServiceEvent): string {
  return type.split('.')[1] ?? '';
}

/** The version of the record or comment that an event describes; undefined for events of other entities. */
export function versionOf(event: ServiceEvent): number | undefined {
  const { record, comment } = event.data;
  return entityOf(event) === 'record' ? record?.version : comment?.version;
}
