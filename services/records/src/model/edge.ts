/** A connection between two records, as it is stored: one document, whichever side it was made from. */
export interface EdgeDocument {
  /** `<key>:<from>:<to>`: who connects the same records writes the same document. */
  readonly _id: string;
  readonly key: string;
  readonly from: number;
  readonly to: number;
  readonly meta?: Readonly<Record<string, string>>;
  readonly createdAt: Date;
  /** Its place among those that were made at the same moment. */
  readonly position: number;
}

/** Which end of a connection a record is. With `any` both ends are the same. */
export type Side = 'from' | 'to' | 'any';

/** One end of the connections with one key: what a connection field of a post type stands for. */
export interface End {
  readonly key: string;
  readonly side: Side;
}
