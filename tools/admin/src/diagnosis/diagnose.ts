import type { Facts, Finding, Rule, Severity } from './facts.ts';
import { busRules } from './bus-rules.ts';
import { dataRules } from './data-rules.ts';
import { serviceRules } from './service-rules.ts';
import { trustRules } from './trust-rules.ts';

/** Every kind of finding, by its code (docs/troubleshooting.md). */
export const rules: Readonly<Record<string, Rule>> = {
  ...serviceRules,
  ...busRules,
  ...dataRules,
  ...trustRules,
};

const severities: readonly Severity[] = ['problem', 'warning', 'note'];

/** What the facts mean: the most severe first. What several instances have in common is one finding. */
export function diagnose(facts: Facts): Finding[] {
  const all = Object.entries(rules).flatMap(([code, { severity, find, todo }]) =>
    find(facts).map(({ part, what }) => ({ code, severity, part, what, todo })),
  );
  const findings = [...new Map(all.map((each) => [each.what, each])).values()];
  return findings.toSorted(
    (one, other) => severities.indexOf(one.severity) - severities.indexOf(other.severity),
  );
}
