import type { AdminCaller, Choices } from '@svc/demo';
import type { ApiKey } from '../stack/api-key.ts';
import type { KnownTags } from './known-tags.ts';
import type { SearchTerms } from './search-terms.ts';

export interface BenchRequest {
  method: 'GET' | 'POST';
  /** The path with the query, from the root of the server. */
  path: string;
  /** The JWT of the user; absent for the thin handler. */
  token?: string;
  headers?: Readonly<Record<string, string>>;
  body?: Record<string, unknown>;
}

export interface Measured {
  administrator: Session;
  /** Also sees nearly all contacts. */
  dispatcher: Session;
  multipliers: readonly Session[];
  contactIds: readonly number[];
  terms: SearchTerms;
  tags: KnownTags;
  /** Of the administrator; undefined in an earlier version that has no keys. */
  apiKey: ApiKey | undefined;
  /** Cursors of pages of all contacts by name. */
  cursors: readonly string[];
  /** Seeded differently in each run, so that no caches of an earlier run answer. */
  choices: Choices;
}

export interface Session {
  userId: number;
  token: string;
}

export interface RequestKind {
  name: string;
  ours(measured: Measured): BenchRequest;
  /** The equivalent request to the thin handler; absent if it has none. */
  thin?(measured: Measured): BenchRequest;
  /** The status of a good answer. Default: 200. */
  status?: number;
  /** The number of items in one request: each counts as an answer, with the latency of the whole request. */
  items?: number;
  /** The kind of thing that the request creates, to be removed after the run. */
  makes?: 'contacts' | 'comments';
  /** The requests overload the service: 503 is not a failure, and is counted as a kind of its own. */
  isTooMuch?: true;
}

export interface Share {
  kind: RequestKind;
  share: number;
}

/** A kind of request sent in the background of a measurement: at a fixed rate, or with a fixed number in flight. */
type Beside = { kind: RequestKind } & ({ perSecond: number } | { atOnce: number });

export type Row = RowOverHttp | RowOverBus;

interface RowAbout {
  name: string;
  title: string;
  /** The number of concurrent requests, if it is not the usual one. */
  concurrency?: number;
}

export interface RowOverHttp extends RowAbout {
  mix: readonly Share[];
  beside?: Beside;
  /** Measures this number of requests instead of a time. */
  amount?: number;
  /** The kind of write to compare with the floor. */
  floor?: 'create' | 'update' | 'comment';
  /** Whether to compare with the chain, which answers the requests of the thin handler. */
  hasChain?: true;
  /** Another kind of request to the service, with which the row is compared in turns. */
  against?: RequestKind;
}

/** A row of operations that only services call; the thin handler has none of them. */
export interface RowOverBus extends RowAbout {
  asks(measured: Measured, admin: AdminCaller): Promise<unknown>;
}

export function rowOf(kind: RequestKind, about: { title: string } & Partial<Omit<RowOverHttp, 'mix'>>): Row {
  return { name: kind.name, mix: [{ kind, share: 100 }], ...about };
}

export function hasThin(row: Row): boolean {
  if (!('mix' in row)) return false;
  const kinds = [...row.mix, ...(row.beside ? [row.beside] : [])];
  return kinds.every(({ kind }) => kind.thin);
}

const posts = '/wp-json/svc-posts/v2';

export function getAs({ token }: Session, path: string): BenchRequest {
  return { method: 'GET', path: `${posts}/${path}`, token };
}

export function postAs({ token }: Session, path: string, body: Record<string, unknown>): BenchRequest {
  return { method: 'POST', path: `${posts}/${path}`, token, body };
}

export function query(values: Readonly<Record<string, string | number>>): string {
  const texts = Object.entries(values).map(([key, value]): [string, string] => [key, String(value)]);
  return new URLSearchParams(texts).toString();
}
