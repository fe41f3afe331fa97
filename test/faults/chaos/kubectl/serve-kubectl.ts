import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import type { ProcessCluster } from './process-cluster.ts';

interface KubectlCommand {
  readonly args: readonly string[];
  readonly input: string;
}

/** Answers the commands of `bin/kubectl`. */
export async function serveKubectl(cluster: ProcessCluster) {
  const server = createServer((request, response) => {
    void (async () => {
      try {
        const command = JSON.parse(await text(request)) as KubectlCommand;
        response.end(await runKubectl(cluster, command));
      } catch (error) {
        response.writeHead(500).end(error instanceof Error ? error.message : String(error));
      }
    })();
  });
  // The restart of a service takes longer than the default.
  server.requestTimeout = 0;
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    folder: join(import.meta.dirname, 'bin'),
    close: async () => {
      server.close();
      await once(server, 'close');
    },
  };
}

/** The commands that a rotation of keys uses. @throws Error for any other */
async function runKubectl(cluster: ProcessCluster, { args, input }: KubectlCommand): Promise<string> {
  const [verb = '', subject = '', third = ''] = args;
  if (verb === 'apply') await cluster.apply(JSON.parse(input) as object);
  else if (verb === 'get' && subject === 'pods') return podList(cluster.pods(nameIn(args)));
  else if (verb === 'exec' && args.includes('sha256sum')) return cluster.digest(subject, args.at(-1) ?? '');
  else if (verb === 'exec' && args.includes('-HUP')) await cluster.reloadNats(subject);
  else if (verb === 'rollout' && subject === 'restart') await cluster.restart(deploymentOf(third));
  else if (!(verb === 'rollout' && subject === 'status'))
    throw new Error(`kubectl ${args.join(' ')} is not expected here`);
  return '';
}

const nameIn = (args: readonly string[]) => args[args.indexOf('-l') + 1]?.split('=')[1] ?? '';

const deploymentOf = (name: string) => name.replace('deployment/', '');

const podList = (names: readonly string[]) =>
  JSON.stringify({ items: names.map((name) => ({ metadata: { name } })) });
