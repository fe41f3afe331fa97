import type { Facts } from './collect-facts.ts';

/** Something that an operator should know or do. */
export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  /** The service, server or consumer concerned. */
  readonly part: string;
  readonly what: string;
  readonly todo: string;
}

/** `problem`: something fails or is about to; `warning`: it works, but an operator should look at it; `note`: information. */
export type Severity = 'problem' | 'warning' | 'note';

/** Finds one kind of problem in the facts, and advises what to do. */
export interface Rule {
  readonly severity: Severity;
  readonly find: (facts: Facts) => readonly Omit<Finding, 'code' | 'severity' | 'todo'>[];
  readonly todo: string;
}
