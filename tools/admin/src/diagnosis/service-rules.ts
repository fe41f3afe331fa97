import { instanceNames, type ExtensionFailure } from '@svc/contracts';
import type { Instance } from '@svc/service-kit';
import { found, stateRule, type Rule } from './rule.ts';

export const serviceRules = {
  service_silent: {
    severity: 'problem',
    find: ({ instances, badAnswers }) => {
      const heard = new Set<string>([...instances, ...badAnswers].map(({ service }) => service));
      return instanceNames
        .filter((service) => !heard.has(service))
        .map((part) => ({ part, what: `no instance of ${part} answered within three seconds` }));
    },
    todo: 'Start it. If it does not start, the end of its log has the reason. A process of an older version than this tool does not answer either.',
  },
  answer_untrusted: {
    severity: 'problem',
    find: ({ badAnswers }) =>
      badAnswers.map(({ service: part, reason }) => ({
        part,
        what: `an answer of ${part} was rejected: ${reason}`,
      })),
    todo: 'Use key files from the same folder for this tool and the service, and the same version of both.',
  },
  not_ready: {
    severity: 'problem',
    find: ({ instances }) =>
      grouped(instances, ({ parts }) =>
        Object.entries(parts)
          .filter(([, state]) => state !== 'ok')
          .map(([name, state]) => `${name}: ${state}`),
      ),
    todo: 'Start the named server or correct the named setting; the service recovers without a restart. An instance that starts or migrates needs time.',
  },
  service_warning: {
    severity: 'warning',
    find: ({ instances }) => grouped(instances, ({ warnings }) => Object.values(warnings)),
    todo: 'Follow the advice of the warning, which `/readyz` also shows.',
  },
  versions_differ: stateRule('versions_differ', ({ instances }) => {
    const versions = Map.groupBy(instances, ({ version }) => version);
    if (versions.size < 2) return [];
    const lines = [...versions].map(
      ([version, of]) => `${version} (${[...new Set(of.map(({ service }) => service))].join(', ')})`,
    );
    return [{ part: 'services', what: `instances run different versions: ${lines.join(' and ')}` }];
  }),
  extension_failing: stateRule('extension_failing', ({ at, instances }) => {
    const recent = instances.flatMap(({ service, extension_failures: failures = [] }) =>
      failures
        .filter(({ last_at: last }) => at - Date.parse(last) < failureMs)
        .map((failure) => ({ ...failure, service })),
    );
    const key = ({ service, extension, hook, outcome }: (typeof recent)[number]) =>
      JSON.stringify([service, extension, hook, outcome]);
    return [...Map.groupBy(recent, key).values()].flatMap((same) =>
      found(same[0]?.service ?? '', describeFailures(same)),
    );
  }),
} satisfies Record<string, Rule>;

/** How long the last failure of an extension is a finding, in milliseconds. */
const failureMs = 24 * 60 * 60 * 1_000;

const failureVerbs = {
  failed: 'failed',
  timeout: 'did not answer in time',
  unhandled: 'failed outside a request',
  blocked: 'blocked the process',
} as const;

/** Describes the failures of one kind in all instances of a service. */
function describeFailures([first, ...others]: readonly (ExtensionFailure & { service: string })[]) {
  if (!first) return undefined;
  const { extension, hook, outcome, service } = first;
  const all = [first, ...others];
  const count = all.reduce((sum, each) => sum + each.count, 0);
  const last = all
    .map((each) => each.last_at)
    .toSorted()
    .at(-1);
  const times = count === 1 ? 'once' : `${count} times`;
  return `the extension ${extension} ${failureVerbs[outcome]} in ${hook} of ${service} ${times}, most recently at ${last}`;
}

/** Groups equal texts of a service's instances into one finding. */
function grouped(instances: readonly Instance[], textsOf: (instance: Instance) => readonly string[]) {
  const all = instances.flatMap((instance) => textsOf(instance).map((text) => ({ instance, text })));
  const key = ({ instance, text }: (typeof all)[number]) => `${instance.service}\n${text}`;
  return [...Map.groupBy(all, key).values()].flatMap((same) => {
    const [first] = same;
    if (!first) return [];
    const { service } = first.instance;
    const count = instances.filter((each) => each.service === service).length;
    const which =
      same.length === count ? '' : ` (${same.map(({ instance }) => instance.instance).join(', ')})`;
    return [{ part: service, what: `${service}${which} reports ${first.text}` }];
  });
}
