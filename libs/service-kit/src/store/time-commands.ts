import type { mongo } from 'mongoose';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
import { traced, type Span } from '../tracing/span.ts';

/** The part of a driver's operation from which the labels are made. */
interface DriverOperation {
  readonly commandName: string;
  /** The namespace of a command that the driver builds. If it has no collection, `target` or `collection` does. */
  readonly ns: { readonly collection?: string };
  readonly target?: unknown;
  readonly collection?: { readonly collectionName: string };
  /** The command of `runCommand`. */
  readonly command?: object;
}

interface DriverServer {
  command(operation: DriverOperation, ...more: unknown[]): Promise<unknown>;
}

interface DriverTopology {
  selectServer(...args: unknown[]): Promise<DriverServer>;
}

/**
 * Measures every command of a client. The driver's own command monitoring decodes each answer a second time for its listeners (70 % more
 * processor time for a list of a hundred documents), so this wraps the function that sends commands to a server.
 */
export function timeCommands(
  client: mongo.MongoClient,
  metrics: Pick<ServiceMetrics, 'mongodbDuration'>,
): void {
  const { topology } = client as unknown as { topology: DriverTopology };
  const timed = new WeakSet<DriverServer>();
  const select = topology.selectServer.bind(topology);
  topology.selectServer = async (...args) => {
    const server = await select(...args);
    if (!timed.has(server)) timeServer(server, metrics);
    timed.add(server);
    return server;
  };
}

function timeServer(
  server: DriverServer,
  { mongodbDuration }: Pick<ServiceMetrics, 'mongodbDuration'>,
): void {
  const send = server.command.bind(server);
  const measured: DriverServer['command'] = async (operation, ...more) => {
    const startedAt = performance.now();
    const labels = labelsOf(operation);
    const observe = (outcome: 'ok' | 'failed') =>
      mongodbDuration.observe({ ...labels, outcome }, (performance.now() - startedAt) / 1000);
    try {
      const answer = await send(operation, ...more);
      observe('ok');
      return answer;
    } catch (error) {
      observe('failed');
      throw error;
    }
  };
  server.command = (operation, ...more) =>
    traced(
      () => commandSpan(labelsOf(operation)),
      () => measured(operation, ...more),
    );
}

/** The span of a command, without the command itself, which contains what users wrote. */
function commandSpan({ command, collection }: ReturnType<typeof labelsOf>): Span {
  return {
    name: `${command} ${collection}`.trimEnd(),
    kind: 'client',
    traceparent: undefined,
    attributes: {
      'db.system.name': 'mongodb',
      'db.operation.name': command,
      ...(collection && { 'db.collection.name': collection }),
    },
  };
}

/** Returns the names of command and collection, which come from this program, never from a request. */
function labelsOf({ commandName, command, ns, target, collection }: DriverOperation) {
  const name = commandName === 'runCommand' ? Object.keys(command ?? {})[0] : commandName;
  const named = ns.collection === '$cmd' ? undefined : ns.collection;
  const aggregated = typeof target === 'string' ? target : undefined;
  return {
    command: name ?? commandName,
    collection: named ?? aggregated ?? collection?.collectionName ?? '',
  };
}
