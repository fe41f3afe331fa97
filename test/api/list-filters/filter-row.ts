import type { CallerName } from '../scene.ts';

/** A list query and the records that it shows. In texts `:name` stands for the id of something of the scene. */
export interface FilterRow {
  /** The query, in words. */
  readonly asks: string;
  readonly query: Readonly<Record<string, unknown>>;
  /** The first letters of the names of the records, in their order; by name where the query does not say. */
  readonly shows: string;
  /** Who asks. Default mona. */
  readonly as?: CallerName;
  /** How many there are in all, where only a part is shown. */
  readonly total?: number;
  /** Of what. Default items. */
  readonly of?: 'contacts';
}

/** A list query that is refused. */
export interface RefusedRow {
  readonly asks: string;
  readonly query: Readonly<Record<string, unknown>>;
  readonly message: string | RegExp;
  /** What the error is about. */
  readonly key: string;
}
