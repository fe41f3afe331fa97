import type { Connection } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';

/** The records of one type that one user recently used. */
export interface RecentDocument {
  /** `<user id>:<post type>`. */
  readonly _id: string;
  /** The records that they opened, created or commented on, newest first. */
  readonly viewed?: readonly { readonly id: number; readonly at: Date }[];
  /** Key of a connection field → the records that they connected through it, newest first. */
  readonly chosen?: Readonly<Record<string, readonly number[]>>;
}

export const recentModel = (connection: Connection) => storedModel<RecentDocument>(connection, 'recent');
