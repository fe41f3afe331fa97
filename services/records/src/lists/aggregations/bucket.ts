/** A value that records of a list hold, undefined for none, and how many of them do. */
export interface Bucket {
  readonly value: unknown;
  readonly count: number;
}

/** How many buckets a list is split into at most: the fullest. */
export const maxBuckets = 30;
