import { stringify } from 'yaml';
import { degradedStates } from '@svc/contracts';

/** The text of deploy/observability/degraded-alerts.yaml: one alert for each degraded state. */
export function degradedAlerts(): string {
  const rules = Object.entries(degradedStates).map(([state, { severity, remedy, alertAfter }]) => ({
    alert: `Degraded${state.replaceAll(/(?:^|_)(\w)/g, (_all, letter: string) => letter.toUpperCase())}`,
    expr: `max by (service) (svc_degraded{state="${state}"}) == 1`,
    for: alertAfter,
    labels: { severity: severity === 'problem' ? 'critical' : 'warning' },
    annotations: {
      summary: `{{ $labels.service }} reports ${state}; the reason is in its /readyz and in \`npm run admin -- doctor\`.`,
      description: remedy,
    },
  }));
  const groups = [{ name: 'records-service-degraded', rules }];
  return `${introduction}${stringify({ groups }, { lineWidth: 0, singleQuote: true })}`;
}

const introduction =
  '# Generated from libs/contracts/src/degraded-states.ts: node test/deploy/degraded-alerts.ts > deploy/observability/degraded-alerts.yaml\n';

if (import.meta.main) process.stdout.write(degradedAlerts());
