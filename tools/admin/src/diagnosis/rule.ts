import { degradedStates, type DegradedState } from '@svc/contracts';
import type { Facts } from './collect-facts.ts';

export interface Finding {
  readonly code: string;
  readonly severity: Severity;
  /** The service, server or consumer concerned. */
  readonly part: string;
  readonly what: string;
  readonly todo: string;
}

/** `problem`: something fails or is about to; `degraded`: the service works, and something is missing, behind or paused; `warning`: it works, but an operator should look at it; `note`: information. */
export type Severity = 'problem' | 'degraded' | 'warning' | 'note';

export interface Rule {
  readonly severity: Severity;
  readonly find: (facts: Facts) => readonly Found[];
  readonly todo: string;
}

type Found = Pick<Finding, 'part' | 'what'>;

/** A finding, unless there is nothing to say. */
export function found(part: string, what: string | false | undefined): Found[] {
  return what ? [{ part, what }] : [];
}

/** The rule of a state of `degradedStates`, which has its severity and remedy. */
export function stateRule(state: DegradedState, find: Rule['find']): Rule {
  const { severity, remedy } = degradedStates[state];
  return { severity, find, todo: remedy };
}
