import { execFile } from 'node:child_process';
import { z } from 'zod';
import { parseJson } from '@svc/service-kit';
import { AdminError } from '../admin-error.ts';

/** The operations of Kubernetes that a rotation uses. */
export interface Cluster {
  /** Creates or replaces an object. @throws AdminError */
  apply(manifest: object): Promise<void>;
  /** The running pods of a service or of NATS. @throws AdminError */
  pods(name: string): Promise<string[]>;
  /** The SHA-256 of a file in a pod, in hexadecimal; undefined while the pod or the file is not there. */
  digest(
    pod: string,
    file: { readonly container: string; readonly path: string },
  ): Promise<string | undefined>;
  /** Has the NATS of a pod read its configuration again, without a restart. @throws AdminError */
  reloadNats(pod: string): Promise<void>;
  /** Replaces the pods of a service, and resolves when the new ones are ready. @throws AdminError */
  restart(deployment: string): Promise<void>;
}

const podsSchema = z.object({
  items: z.array(
    z.object({ metadata: z.object({ name: z.string(), deletionTimestamp: z.string().optional() }) }),
  ),
});

/** The cluster and namespace of kubectl's context, or another namespace. */
export function kubectlCluster(namespace: string | undefined): Cluster {
  const inNamespace = namespace === undefined ? [] : [`--namespace=${namespace}`];
  const kubectl = (args: readonly string[], input?: string) => run([...inNamespace, ...args], input);
  return {
    async apply(manifest) {
      // On the server, because the client would keep a copy of Secrets in an annotation.
      await kubectl(['apply', '--server-side', '--force-conflicts', '-f', '-'], JSON.stringify(manifest));
    },
    async pods(name) {
      const selector = `app.kubernetes.io/name=${name}`;
      const running = '--field-selector=status.phase=Running';
      const { items } = podsSchema.parse(
        parseJson(await kubectl(['get', 'pods', '-l', selector, running, '-o', 'json'])),
      );
      return items.flatMap(({ metadata }) =>
        metadata.deletionTimestamp === undefined ? [metadata.name] : [],
      );
    },
    async digest(pod, { container, path }) {
      return kubectl(['exec', pod, '-c', container, '--', 'sha256sum', path]).then(
        (output) => output.split(' ')[0],
        () => undefined,
      );
    },
    async reloadNats(pod) {
      await kubectl(['exec', pod, '-c', 'nats', '--', 'kill', '-HUP', '1']);
    },
    async restart(deployment) {
      await kubectl(['rollout', 'restart', `deployment/${deployment}`]);
      await kubectl(['rollout', 'status', `deployment/${deployment}`, '--timeout=15m']);
    },
  };
}

function run(args: readonly string[], input = ''): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = execFile('kubectl', args, { maxBuffer: 64 * 1024 * 1024 }, (error, stdout, stderr) => {
      if (!error) return resolve(stdout);
      const reason = error.code === 'ENOENT' ? 'it is not installed' : stderr.trim() || error.message;
      return reject(new AdminError(`kubectl ${args.join(' ')} failed: ${reason}`, { cause: error }));
    });
    child.stdin?.on('error', () => {});
    child.stdin?.end(input);
  });
}
