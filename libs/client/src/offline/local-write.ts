import type { ErrorCode } from '../error-codes.ts';

/** The values of a record by key. */
export type Values = Readonly<Record<string, unknown>>;

/** A write that the service has not accepted yet. */
export interface LocalWrite {
  /** Identifies the write, here and at the service: it is its `Idempotency-Key`. */
  readonly key: string;
  /** Writes are sent in this order. */
  readonly order: number;
  readonly postType: string;
  /** Below 0 for a record that only this copy has. */
  readonly id: number;
  readonly kind: 'create' | 'update' | 'delete';
  readonly fields: Values;
  /** The values that the copy shows until the service has accepted the write. */
  readonly shown: Values;
  /** The version to which an update applies; absent when the record is not known, and while an earlier write of the record waits. */
  readonly version?: number;
  /** When it was made, in milliseconds since 1970. */
  readonly madeAt: number;
  /**
   * `conflict`: somebody has changed or deleted the record since `version`. `refused`: the service refuses the write, for the reason in `problem`. Both
   * wait for a decision, and later writes of the record wait for them.
   */
  readonly state: 'waiting' | 'conflict' | 'refused';
  /** Why it was refused. */
  readonly problem?: { readonly code: ErrorCode; readonly message: string };
}

/** The values of a write that read as they are written; those of other fields show after the service has accepted them. */
export function plainValues(fields: Values): Values {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value === null || typeof value !== 'object'),
  );
}
