/** A position in the stream of events. A stream that was created again begins anew, so a sequence alone does not identify it. */
export interface StreamPosition {
  /** When the stream was created. */
  readonly created: string;
  readonly seq: number;
}

/** The id of a message, from which any gateway can continue. Clients treat it as opaque. */
export function toEventId({ created, seq }: StreamPosition): string {
  return `${(Date.parse(created) || 0).toString(36)}-${seq.toString(36)}`;
}

/** Whether an id names a position of the stream that was created at this time; its sequence, or undefined. */
export function readEventId(id: string, created: string): number | undefined {
  const [, stream, seq] = /^([0-9a-z]{1,9})-([0-9a-z]{1,11})$/.exec(id) ?? [];
  if (stream !== (Date.parse(created) || 0).toString(36)) return undefined;
  const read = Number.parseInt(seq ?? '', 36);
  return Number.isSafeInteger(read) ? read : undefined;
}
