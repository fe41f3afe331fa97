import type { Written } from './schema.ts';
import type { RequestOptions, Send, WriteOptions } from './send.ts';

/** An item of a record's history (docs/guides/history.md). */
export interface HistoryItem {
  readonly histid: string;
  /** Unix seconds as text. */
  readonly hist_time: string;
  /** The user, or the site link, who made the change. */
  readonly name: string;
  /** The change as a sentence; dates are Unix seconds in braces. */
  readonly object_note: string;
  /** The key of the changed field. */
  readonly meta_key: string;
  readonly field_type: string;
  readonly meta_id: string;
  readonly avatar: string;
  readonly gravatar: string;
}

/** A page of a history, newest first. */
export interface HistoryPage {
  readonly activity: readonly HistoryItem[];
  readonly total: number;
}

/** The period of changes to revert, in Unix seconds, both ends included. */
export interface Period {
  readonly from: number;
  /** Now by default. */
  readonly to?: number;
}

/** The history of a record. */
export interface History<Body> {
  list(query?: RequestOptions & { readonly number?: number; readonly offset?: number }): Promise<HistoryPage>;
  /** Reverts the change of one item. */
  revert(histid: number | string, options?: WriteOptions): Promise<Written<Body>>;
  /** Reverts all changes of a period, the latest first, in one write. */
  revertPeriod(period: Period, options?: WriteOptions): Promise<Written<Body>>;
}

export function createHistory<Body>(send: Send, root: string): History<Body> {
  async function write(
    path: string,
    json: object | undefined,
    options: WriteOptions,
  ): Promise<Written<Body>> {
    return (
      await send<Written<Body>>({ method: 'POST', path: `${root}/${path}`, json, isWrite: true, options })
    ).body;
  }
  return {
    async list({ number, offset, ...options } = {}) {
      const query = { number, offset };
      return (await send<HistoryPage>({ method: 'GET', path: `${root}/activity`, query, options })).body;
    },
    revert: (histid, options = {}) => write(`revert/${histid}`, undefined, options),
    revertPeriod: ({ from, to }, options = {}) =>
      write('revert_activity_history', { ts_start: from, ts_end: to }, options),
  };
}
