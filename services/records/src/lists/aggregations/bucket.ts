/** A value that records of a list hold, undefined for records without one, and the number of these records. */
export interface Bucket {
  readonly value: unknown;
  readonly count: number;
}

/** Maximum number of buckets of a list: the fullest ones. */
export const maxBuckets = 30;
