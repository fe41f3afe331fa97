import { createHash } from 'node:crypto';
import { join, resolve } from 'node:path';
import { keysDirOf, ownSettings, secretFile } from '../data-dir/keys.ts';
import { indentTail } from '../processes/process-log.ts';
import { waitUntilUp } from '../processes/wait-until-up.ts';
import type { ServerKind } from '../servers/server-kind.ts';
import { StackError } from '../stack-error.ts';
import { dockerAnswers } from './docker-answers.ts';
import { requirePort, type RunningServer, type Source, type SourceContext } from './source.ts';

type Container = Awaited<ReturnType<typeof startContainer>>;

/** Official images in a Docker engine. When the engine does not answer or cannot get the image, the next source is tried. */
export const dockerSource: Source = {
  name: 'docker',
  open: async (kind, context) => {
    if (!(await dockerAnswers(context.env))) return undefined;
    await requirePort(kind, context.port);
    context.report(`Starting ${kind.docker.image} in Docker (pulling the image if it is missing) …`);
    const container = await startContainer(kind, context).catch((error: unknown) => {
      const reason = error instanceof Error ? error.message : String(error);
      context.report(
        `Docker cannot run ${kind.docker.image} (${reason}); trying other sources of ${kind.label}.`,
      );
      return undefined;
    });
    return container && running(kind, container, context);
  },
};

/** Starts a container, which the reaper of testcontainers removes when this process dies. */
async function startContainer(kind: ServerKind, context: SourceContext) {
  const { GenericContainer, Wait } = await import('testcontainers');
  const { image, port, dataDir, command = [] } = kind.docker;
  const { throwAway } = context;
  const key = kind.hasKey(throwAway) ? secretFile(join(context.dataDir, `${kind.name}.key`)) : '';
  const keysDir = keysDirOf(context.dataDir);
  const place = { host: '0.0.0.0', port, dir: dataDir, key, keysDir, throwAway };
  const { args, env = {}, files = {} } = await kind.launch(place);
  const log: string[] = [];
  const container = new GenericContainer(image)
    .withCommand([...command, ...args])
    .withEnvironment(env)
    .withExposedPorts(context.port === undefined ? port : { container: port, host: context.port })
    .withCopyContentToContainer(
      Object.entries(files).map(([name, content]) => ({
        content,
        target: `${dataDir}/${name}`,
        mode: 0o600,
      })),
    )
    .withLogConsumer((stream) => stream.on('data', (line) => log.push(String(line).trimEnd())))
    // Any log line will do: the readiness of the server is checked later, as for every other source.
    .withWaitStrategy(Wait.forLogMessage(/./))
    .withStartupTimeout(context.timing.readyWithin);
  if (!throwAway)
    container.withBindMounts([{ source: volumeOf(kind, context), target: dataDir, mode: 'rw' }]);
  return { started: await container.start(), key, log };
}

/** The name of the volume for the data. In a volume, unlike in a local folder, the image's user can always write. */
function volumeOf(kind: ServerKind, { dataDir }: SourceContext): string {
  const id = createHash('sha256').update(resolve(dataDir)).digest('hex').slice(0, 12);
  return `svc-${id}-${kind.name}`;
}

async function running(
  kind: ServerKind,
  container: Container,
  context: SourceContext,
): Promise<RunningServer> {
  const { started, key, log } = container;
  const { label, docker } = kind;
  const { timing } = context;
  const stop = async () => void (await started.stop({ timeout: timing.stopGrace }));
  const address = kind.url(started.getHost(), started.getMappedPort(docker.port), key);
  const url = address + (docker.urlSuffix ?? '');
  const settings = ownSettings(keysDirOf(context.dataDir));
  const check = async () => {
    await kind.prepare?.(url, { host: '127.0.0.1', port: docker.port, key, throwAway: context.throwAway });
    await kind.check({ url, key, settings });
  };
  const problem = await waitUntilUp({ check, timeoutMs: timing.readyWithin });
  if (!problem) return { name: kind.name, source: 'docker', url, key, settings, stop };
  await stop();
  throw new StackError(
    `${label} in Docker (${docker.image}) did not start: ${problem}.\n${indentTail(log)}\n` +
      `The log above has the reason. To use another ${label}, stop the Docker engine or set ${kind.settings.url}.`,
  );
}
