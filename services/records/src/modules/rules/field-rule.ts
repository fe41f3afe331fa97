import type { Actor, Fields } from '@svc/contracts';

/** What a rule knows of a write besides its fields. */
export interface WriteFacts {
  /** The get shape of the record as it is; empty while it is new. */
  readonly existing: Fields;
  readonly actor: Actor;
  /** Unix seconds. */
  readonly now: number;
}

/** What else a write changes: its fields with those that follow from them. A field that the request names stays as it is. */
export type FieldRule = (fields: Fields, facts: WriteFacts) => Fields;

/** The rules one after the other, each on what the one before made. */
export function inTurn(...rules: readonly FieldRule[]): FieldRule {
  return (fields, facts) => rules.reduce((current, rule) => rule(current, facts), fields);
}

/** Unix seconds of this moment, as dates are written. */
export function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}
