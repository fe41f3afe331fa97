import { degradedStates, type DegradedState } from '@svc/contracts';
import type { Facts } from './collect-facts.ts';
import { found, stateRule, type Finding, type Rule, type Severity } from './rule.ts';
import { busRules } from './bus-rules.ts';
import { dataRules } from './data-rules.ts';
import { serviceRules } from './service-rules.ts';
import { trustRules } from './trust-rules.ts';

/** The states that services report, except those that the rules below find for the whole deployment. */
const reportedStates = Object.fromEntries(
  Object.keys(degradedStates).map((state) => [state, stateRule(state as DegradedState, reported(state))]),
);

/** All rules, by the code of their findings (docs/operations/findings.md). */
export const rules: Readonly<Record<string, Rule>> = {
  ...reportedStates,
  ...serviceRules,
  ...busRules,
  ...dataRules,
  ...trustRules,
};

const severities: readonly Severity[] = ['problem', 'degraded', 'warning', 'note'];

/** Evaluates the rules. The most severe findings come first; findings with the same text are merged. */
export function diagnose(facts: Facts): Finding[] {
  const all = Object.entries(rules).flatMap(([code, { severity, find, todo }]) =>
    find(facts).map(({ part, what }) => ({ code, severity, part, what, todo })),
  );
  const findings = [...new Map(all.map((each) => [each.what, each])).values()];
  return findings.toSorted(
    (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity),
  );
}

function reported(state: string): Rule['find'] {
  return ({ instances }) =>
    instances.flatMap(({ service: part, degraded = {} }) => found(part, degraded[state]));
}
