import type { Facts } from './collect-facts.ts';

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

export interface Rule {
  readonly severity: Severity;
  readonly find: (facts: Facts) => readonly Omit<Finding, 'code' | 'severity' | 'todo'>[];
  readonly todo: string;
}
