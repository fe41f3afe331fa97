import type { Manifest } from './kustomize.ts';

type Labels = Readonly<Record<string, string>>;

interface Selector {
  readonly matchLabels?: Labels;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values: readonly string[];
  }[];
}

interface Peer {
  readonly podSelector?: Selector;
  readonly namespaceSelector?: Selector;
  readonly ipBlock?: { readonly except?: readonly string[] };
}

interface Rule {
  readonly from?: readonly Peer[];
  readonly to?: readonly Peer[];
  readonly ports?: readonly { readonly port: number | string }[];
}

interface Policy {
  readonly podSelector: Selector;
  readonly policyTypes: readonly string[];
  readonly ingress?: readonly Rule[];
  readonly egress?: readonly Rule[];
}

interface Pod {
  readonly name: string;
  readonly labels: Labels;
  readonly ports: readonly { readonly name: string; readonly containerPort: number }[];
}

/**
 * The connections that the policies of a namespace allow, as sorted `pod → pod:port`. Within the namespace both ends must allow a connection; an
 * end outside is a namespace, `public` addresses, or `anywhere`. DNS, which all pods may use, is left out.
 */
export function allowedConnections(manifests: readonly Manifest[]): string[] {
  const policies = manifests
    .filter(({ kind, metadata }) => kind === 'NetworkPolicy' && metadata.name !== 'names')
    .map(({ spec }) => spec as Policy);
  const pods = podsOf(manifests);
  const inside = pods.flatMap((from) =>
    pods.flatMap((to) =>
      to.ports
        .filter((port) => isAllowed(from, to, port, policies))
        .map(({ containerPort }) => `${from.name} → ${to.name}:${containerPort}`),
    ),
  );
  const outside = pods.flatMap((pod) => [
    ...outsideOf(pod, 'ingress', policies).map(
      ([peer, port]) => `${peer} → ${pod.name}:${numberOf(pod, port)}`,
    ),
    ...outsideOf(pod, 'egress', policies).map(([peer, port]) => `${pod.name} → ${peer}:${port}`),
  ]);
  return [...inside, ...outside].sort();
}

function podsOf(manifests: readonly Manifest[]): Pod[] {
  return manifests.flatMap(({ metadata, spec }) => {
    if (!spec?.template) return [];
    const containers = spec.template.spec.containers as { ports?: Pod['ports'] }[];
    const ports = containers.flatMap(({ ports = [] }) => ports);
    return [{ name: metadata.name, labels: spec.template.metadata.labels as Labels, ports }];
  });
}

function isAllowed(from: Pod, to: Pod, port: Pod['ports'][number], policies: readonly Policy[]): boolean {
  const opens = ({ ports }: Rule) =>
    !ports || ports.some((each) => each.port === port.name || each.port === port.containerPort);
  const leaves = rulesOf(from, 'egress', policies).some(
    (rule) => opens(rule) && rule.to?.some((peer) => isPeer(peer, to)),
  );
  const enters = rulesOf(to, 'ingress', policies).some(
    (rule) => opens(rule) && rule.from?.some((peer) => isPeer(peer, from)),
  );
  return leaves && enters;
}

/** The rules for a pod. @throws Error when no policy isolates it. */
function rulesOf(pod: Pod, direction: 'ingress' | 'egress', policies: readonly Policy[]): readonly Rule[] {
  const type = direction === 'ingress' ? 'Ingress' : 'Egress';
  const own = policies.filter(
    ({ podSelector, policyTypes }) => policyTypes.includes(type) && matches(podSelector, pod.labels),
  );
  if (own.length === 0) throw new Error(`${pod.name} is not isolated for ${direction}`);
  return own.flatMap((policy) => policy[direction] ?? []);
}

function outsideOf(pod: Pod, direction: 'ingress' | 'egress', policies: readonly Policy[]) {
  return rulesOf(pod, direction, policies).flatMap(({ from, to, ports = [] }) => {
    const peers = from ?? to;
    const names = peers ? peers.flatMap(nameOutside) : ['anywhere'];
    return names.flatMap((name) => ports.map(({ port }) => [name, port] as const));
  });
}

function nameOutside({ namespaceSelector, ipBlock }: Peer): string[] {
  if (ipBlock) return [ipBlock.except?.includes('10.0.0.0/8') ? 'public' : 'anywhere'];
  return namespaceSelector
    ? [namespaceSelector.matchLabels?.['kubernetes.io/metadata.name'] ?? 'every namespace']
    : [];
}

const isPeer = ({ podSelector, namespaceSelector }: Peer, { labels }: Pod) =>
  !namespaceSelector && podSelector !== undefined && matches(podSelector, labels);

function matches({ matchLabels = {}, matchExpressions = [] }: Selector, labels: Labels): boolean {
  return (
    Object.entries(matchLabels).every(([name, value]) => labels[name] === value) &&
    matchExpressions.every(
      ({ key, operator, values }) => operator === 'In' && values.includes(labels[key] ?? ''),
    )
  );
}

const numberOf = ({ ports }: Pod, port: number | string) =>
  ports.find(({ name }) => name === port)?.containerPort ?? port;
