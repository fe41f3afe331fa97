/** An event stream to open: the path with the query, from the root of the server. */
export interface StreamAddress {
  path: string;
  token?: string;
}

/** A message from the benchmark to the process of the readers; each is answered with a `ReaderAnswer`. */
export type ReaderCommand =
  | { name: 'open'; port: number; streams: readonly StreamAddress[] }
  /** Forgets what was received. */
  | { name: 'begin' }
  | { name: 'state' }
  /** Like `state`, with everything that was received. */
  | { name: 'report' };

/** The state of all streams since `begin`. */
export interface ReaderAnswer {
  /** Open streams. */
  open: number;
  /** Why streams were refused or ended, and how many. */
  failures: Readonly<Record<string, number>>;
  /** Received messages about records. */
  events: number;
  heartbeats: number;
  /** Only in a report: by record and version (`12/7`), when each reader received the message, as `clockMs` has it. */
  received: Readonly<Record<string, readonly number[]>>;
}

/** Milliseconds of a clock that all processes of a machine share. */
export const clockMs = (): number => Number(process.hrtime.bigint()) / 1e6;
