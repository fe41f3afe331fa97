import type { AdminCaller, Choices } from '@svc/demo';
import type { KnownTags } from './known-tags.ts';

/** One request as it is sent; the next one is another. */
export interface BenchRequest {
  method: 'GET' | 'POST';
  /** From the root of the server. */
  path: string;
  /** Of the user who asks; the thin handler has none. */
  token?: string;
  headers?: Readonly<Record<string, string>>;
  body?: Record<string, unknown>;
}

/** What rows make their requests from. */
export interface Measured {
  administrator: Session;
  /** Sees nearly all contacts, too. */
  dispatcher: Session;
  /** They take turns. */
  multipliers: readonly Session[];
  contactIds: readonly number[];
  tags: KnownTags;
  /** Other ones in each run: nothing is answered from what an earlier run has left behind. */
  choices: Choices;
}

export interface Session {
  userId: number;
  token: string;
}

/** A kind of request that clients send. */
export interface RequestKind {
  name: string;
  /** A request to the service. */
  ours(measured: Measured): BenchRequest;
  /** The request to the thin handler that asks the database for the same; absent where there is none. */
  thin?(measured: Measured): BenchRequest;
  /** Of a good answer; 200 where it is not said. */
  status?: number;
  /** One request asks for so many at once: each counts, in the time of all of them. */
  items?: number;
  /** What the answers have made, to be removed after the run. */
  makes?: 'contacts' | 'comments';
  /** More are sent than can be answered: 503 is no failure, and counted as a kind of its own. */
  isTooMuch?: true;
}

/** A kind of request, and how many of a hundred requests are of it. */
export interface Share {
  kind: RequestKind;
  share: number;
}

/** A kind of request that is sent while others are measured: at a steady rate whether answers come or not, or so many at any time. */
export type Beside = { kind: RequestKind } & ({ perSecond: number } | { atOnce: number });

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
  mix: readonly Share[];
  beside?: Beside;
  /** So many requests are measured, however long they take. */
  amount?: number;
  /** The write of which the least possible is measured as well. */
  floor?: 'create' | 'update' | 'comment';
}

/** What only services ask; without a thin handler. */
export interface RowOverBus extends RowAbout {
  /** Asks once. */
  asks(measured: Measured, admin: AdminCaller): Promise<unknown>;
}

/** The row of one kind of request. */
export function rowOf(kind: RequestKind, about: { title: string } & Partial<Omit<RowOverHttp, 'mix'>>): Row {
  return { name: kind.name, mix: [{ kind, share: 100 }], ...about };
}

/** Whether the thin handler can answer all that is asked. */
export function hasThin(row: Row): boolean {
  return 'mix' in row && row.mix.every(({ kind }) => kind.thin);
}

/** Where the records of the service are. */
export const posts = '/wp-json/svc-posts/v2';

/** A query string. */
export function query(values: Readonly<Record<string, string | number>>): string {
  const texts = Object.entries(values).map(([key, value]): [string, string] => [key, String(value)]);
  return new URLSearchParams(texts).toString();
}
