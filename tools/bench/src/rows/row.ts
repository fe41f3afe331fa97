import type { AdminCaller, Choices } from '@svc/demo';

/** One request as it is sent; the next one is another. */
export interface BenchRequest {
  method: 'GET' | 'POST';
  /** From the root of the server. */
  path: string;
  /** Of the user who asks; the thin handler has none. */
  token?: string;
  body?: Record<string, unknown>;
}

/** What rows make their requests from. */
export interface Measured {
  administrator: Session;
  /** They take turns. */
  multipliers: readonly Session[];
  contactIds: readonly number[];
  /** Other ones in each run: nothing is answered from what an earlier run has left behind. */
  choices: Choices;
}

export interface Session {
  userId: number;
  token: string;
}

/** One line of the table. */
export type Row = RowOverHttp | RowOverBus;

interface RowAbout {
  /** By which `--only` names it. */
  name: string;
  title: string;
  /** Requests that are under way at the same time, where it is not the usual number. */
  concurrency?: number;
}

/** What clients ask. */
export interface RowOverHttp extends RowAbout {
  /** A request to the service. */
  ours(measured: Measured): BenchRequest;
  /** The request to the thin handler that asks the database for the same; absent where there is none. */
  thin?(measured: Measured): BenchRequest;
  /** What the answers have made, to be removed after the run. */
  makes?: 'contacts' | 'comments';
}

/** What only services ask; without a thin handler. */
export interface RowOverBus extends RowAbout {
  /** Asks once. */
  asks(measured: Measured, admin: AdminCaller): Promise<unknown>;
}

/** Where the records of the service are. */
export const posts = '/wp-json/svc-posts/v2';

/** A query string. */
export function query(values: Readonly<Record<string, string | number>>): string {
  const texts = Object.entries(values).map(([key, value]): [string, string] => [key, String(value)]);
  return new URLSearchParams(texts).toString();
}
