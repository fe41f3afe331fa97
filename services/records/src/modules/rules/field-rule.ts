import type { Actor, Fields } from '@svc/contracts';

/** The state around a write that rules depend on, apart from its fields. */
export interface WriteFacts {
  /** The get shape of the record before the write; empty for a new record. */
  readonly existing: Fields;
  readonly actor: Actor;
  /** Unix seconds. */
  readonly now: number;
}

/** Adds the fields that follow from a write. A field that the request contains keeps its requested value. */
export type FieldRule = (fields: Fields, facts: WriteFacts) => Fields;

/** Applies the rules in turn, each to the result of the rule before it. */
export function inTurn(...rules: readonly FieldRule[]): FieldRule {
  return (fields, facts) => rules.reduce((current, rule) => rule(current, facts), fields);
}

/** The current time in Unix seconds, in which dates are written. */
export function unixNow(): number {
  return Math.floor(Date.now() / 1000);
}
