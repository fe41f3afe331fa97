/** A connection as it is stored: one document, whichever of its two records it was made from. */
export interface EdgeDocument {
  /** `<key>:<from>:<to>`: connecting the same records twice writes the same document. */
  readonly _id: string;
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly meta?: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  /** Its place among the edges that have the same `createdAt`. */
  readonly position: number;
}

/** Which end of a connection a record is. With `any` both ends are the same. */
export type Side = 'from' | 'to' | 'any';

/** One end of the connections with one key; a connection field of a post type shows the connections of one end. */
export interface End {
  readonly key: string;
  readonly side: Side;
}
