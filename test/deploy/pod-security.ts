import type { Manifest } from './kustomize.ts';

interface Container {
  readonly name: string;
  readonly securityContext?: {
    readonly allowPrivilegeEscalation?: boolean;
    readonly privileged?: boolean;
    readonly capabilities?: { readonly drop?: readonly string[]; readonly add?: readonly string[] };
  };
}

interface PodSpec {
  readonly hostNetwork?: boolean;
  readonly hostPID?: boolean;
  readonly hostIPC?: boolean;
  readonly securityContext?: {
    readonly runAsNonRoot?: boolean;
    readonly runAsUser?: number;
    readonly seccompProfile?: { readonly type?: string };
  };
  readonly initContainers?: readonly Container[];
  readonly containers: readonly Container[];
  readonly volumes?: readonly Readonly<Record<string, unknown>>[];
}

/** The kinds of volumes that the restricted level permits, in addition to the name. */
const volumes = [
  'name',
  'configMap',
  'csi',
  'downwardAPI',
  'emptyDir',
  'ephemeral',
  'persistentVolumeClaim',
  'projected',
  'secret',
];

/** Returns what the level `restricted` of the Pod Security Standards refuses in the pods of a manifest. */
export function restrictedProblemsOf({ kind, metadata, spec }: Manifest): string[] {
  const template = spec?.template ?? spec?.jobTemplate?.spec.template;
  if (!template?.spec?.containers) return [];
  const pod = template.spec as PodSpec;
  const { runAsNonRoot, runAsUser, seccompProfile } = pod.securityContext ?? {};
  const problems = [
    ...(pod.hostNetwork || pod.hostPID || pod.hostIPC ? ['host namespaces'] : []),
    ...(runAsNonRoot !== true || runAsUser === 0 ? ['runAsNonRoot'] : []),
    ...(['RuntimeDefault', 'Localhost'].includes(seccompProfile?.type ?? '') ? [] : ['seccompProfile']),
    ...(pod.volumes ?? []).flatMap((volume) => Object.keys(volume).filter((key) => !volumes.includes(key))),
    ...[...(pod.initContainers ?? []), ...pod.containers].flatMap(problemsOfContainer),
  ];
  return problems.map((problem) => `${kind} ${metadata.name}: ${problem}`);
}

function problemsOfContainer({ name, securityContext = {} }: Container): string[] {
  const { allowPrivilegeEscalation, privileged, capabilities = {} } = securityContext;
  const added = (capabilities.add ?? []).filter((capability) => capability !== 'NET_BIND_SERVICE');
  return [
    ...(allowPrivilegeEscalation === false ? [] : [`${name}: allowPrivilegeEscalation`]),
    ...(privileged ? [`${name}: privileged`] : []),
    ...(capabilities.drop?.includes('ALL') ? [] : [`${name}: capabilities are not dropped`]),
    ...added.map((capability) => `${name}: capability ${capability}`),
  ];
}
