import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { identities, type Identity } from '@svc/contracts';
import { busAuthorization, busKeyFile, keyringFile, readExternalConsumers } from '@svc/service-kit';
import { AdminError } from '../admin-error.ts';
import type { ProgressReport } from '../progress.ts';
import type { Cluster } from './cluster.ts';
import {
  beginRotation,
  endRotation,
  readRotation,
  restoreOldFiles,
  writeRotation,
  type RotationState,
} from './rotation-state.ts';

export interface RotationWork {
  readonly directory: string;
  readonly cluster: Cluster;
  readonly report: ProgressReport;
  /** How long pods may take to receive a changed Secret or ConfigMap; the kubelet needs one to two minutes. */
  readonly arrivalMs: number;
  /** The time between two looks into the pods. */
  readonly pauseMs: number;
}

/** The gateway comes last: it sends requests to all others. */
const restartOrder = ['records', 'comments', 'users', 'search', 'gateway'] as const;
const keyring = { container: 'service', path: '/keys/keyring.json' };
const authorization = { container: 'nats', path: '/etc/svc/authorization.conf' };

interface Step {
  readonly title: string;
  readonly run: (work: RotationWork, state: RotationState) => Promise<void>;
}

const forward: readonly Step[] = [
  { title: 'NATS accepts old and new credentials', run: (work, state) => admit(work, bothOf(state)) },
  { title: 'the pods receive their new key files', run: distribute },
  { title: 'the services restart with the new credentials', run: restartAll },
  { title: 'NATS accepts the new credentials only', run: (work, state) => admit(work, [state.newNkeys]) },
];

const backward: readonly Step[] = [
  { title: 'NATS accepts old and new credentials', run: (work, state) => admit(work, bothOf(state)) },
  {
    title: 'the pods receive their old key files',
    async run(work) {
      await restoreOldFiles(work.directory);
      await distribute(work);
    },
  },
  { title: 'the restarted services restart with the old credentials', run: restartBack },
  { title: 'NATS accepts the old credentials only', run: (work, state) => admit(work, [state.oldNkeys]) },
];

/**
 * Replaces the keys and the NATS credentials of services that run in Kubernetes, without an interruption. Called again after an interruption,
 * it continues. @returns when the new keys begin, in Unix milliseconds.
 * @throws AdminError when a step fails; the deployment works with the old keys or with both then.
 */
export async function rotateInCluster(
  work: RotationWork,
  wanted: { rotated: readonly Identity[]; delayMs: number },
): Promise<number> {
  const { directory, report } = work;
  const found = await readRotation(directory);
  if (found?.isRollback)
    throw new AdminError('A rollback was interrupted: complete it with --roll-back first.');
  if (found) report.say(`Resuming the rotation after step ${found.done} of ${forward.length}.`);
  const startsAt = Date.now() + wanted.delayMs;
  const state = found ?? (await beginRotation(directory, { rotated: wanted.rotated, startsAt }));
  await runSteps(work, forward, state).catch((error: unknown) => {
    if (!(error instanceof AdminError)) throw error;
    const begin = new Date(state.startsAt).toISOString();
    throw new AdminError(
      `${error.message} Run the command again to continue, or with --roll-back; the new keys begin at ${begin}, with or without these pods.`,
    );
  });
  return state.startsAt;
}

/**
 * Returns to the keys before the rotation under way. Called again after an interruption, it continues.
 * @throws AdminError when there is no rotation, or its new keys have begun: messages are signed with them then.
 */
export async function rollBackRotation(work: RotationWork): Promise<void> {
  const state = await readRotation(work.directory);
  if (!state) throw new AdminError('There is no rotation to roll back.');
  if (!state.isRollback && state.startsAt <= Date.now())
    throw new AdminError(
      `The new keys began at ${new Date(state.startsAt).toISOString()}, so that the rotation cannot be rolled back. Complete it without --roll-back, then rotate again.`,
    );
  await runSteps(work, backward, state.isRollback ? state : { ...state, isRollback: true, done: 0 });
}

async function runSteps(work: RotationWork, steps: readonly Step[], from: RotationState): Promise<void> {
  const { directory, report } = work;
  let state = from;
  for (const [index, { title, run }] of steps.entries()) {
    if (index < state.done) continue;
    report.say(`Step ${index + 1} of ${steps.length}: ${title}.`);
    await writeRotation(directory, state);
    await run(work, state);
    state = { ...((await readRotation(directory)) ?? state), done: index + 1 };
    await writeRotation(directory, state);
  }
  await endRotation(directory);
}

type Nkeys = RotationState['newNkeys'];

const bothOf = ({ newNkeys, oldNkeys }: RotationState): Nkeys[] => [newNkeys, oldNkeys];

async function admit(work: RotationWork, admitted: readonly Nkeys[]): Promise<void> {
  const { cluster, directory } = work;
  const users = (identity: Identity) =>
    [...new Set(admitted.map((nkeys) => nkeys[identity]))].map((nkey) => ({ nkey }));
  const text = busAuthorization(users, { external: readExternalConsumers(directory) });
  await cluster.apply({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'svc-nats-authorization' },
    data: { 'authorization.conf': text },
  });
  const servers = await arrival(work, { names: ['nats'], file: authorization, digest: () => sha256(text) });
  for (const server of servers) await cluster.reloadNats(server);
}

async function distribute(work: RotationWork): Promise<void> {
  const { cluster, directory } = work;
  const digests = new Map<string, string>();
  for (const identity of identities) {
    const files = {
      'keyring.json': await readFile(keyringFile(directory, identity)),
      'bus.nk': await readFile(busKeyFile(directory, identity)),
    };
    digests.set(identity, sha256(files['keyring.json']));
    await cluster.apply({
      apiVersion: 'v1',
      kind: 'Secret',
      type: 'Opaque',
      metadata: { name: `svc-keys-${identity}` },
      data: Object.fromEntries(
        Object.entries(files).map(([name, content]) => [name, content.toString('base64')]),
      ),
    });
  }
  const digest = (name: string) => digests.get(name) ?? '';
  await arrival(work, { names: restartOrder, file: keyring, digest });
}

interface Arrival {
  readonly names: readonly string[];
  readonly file: { readonly container: string; readonly path: string };
  readonly digest: (name: string) => string;
}

/** Waits until each pod of these names has a file with this digest. Returns the pods. @throws AdminError naming the pods that lack it. */
async function arrival(work: RotationWork, { names, file, digest }: Arrival): Promise<string[]> {
  const { cluster, report, arrivalMs, pauseMs } = work;
  const end = Date.now() + arrivalMs;
  for (;;) {
    const pods: string[] = [];
    const missing: string[] = [];
    for (const name of names)
      for (const pod of await cluster.pods(name))
        ((await cluster.digest(pod, file)) === digest(name) ? pods : missing).push(pod);
    const of = pods.length + missing.length;
    report.show({ what: 'pods have the new file', done: pods.length, of });
    if (missing.length === 0) {
      report.end();
      return pods;
    }
    if (Date.now() > end)
      throw new AdminError(
        `${missing.join(', ')} did not receive ${file.path} within ${Math.round(arrivalMs / 1_000)} seconds.`,
      );
    await delay(pauseMs);
  }
}

async function restartAll(work: RotationWork, state: RotationState): Promise<void> {
  const { cluster, directory, report } = work;
  let { restarting, restarted } = state;
  for (const service of restartOrder) {
    if (restarted.includes(service)) continue;
    report.say(`Restarting ${service}.`);
    restarting = [...restarting, service];
    await writeRotation(directory, { ...state, restarting, restarted });
    await cluster.restart(service);
    restarted = [...restarted, service];
    await writeRotation(directory, { ...state, restarting, restarted });
  }
}

async function restartBack({ cluster, report }: RotationWork, { restarting }: RotationState): Promise<void> {
  for (const service of [...restartOrder].reverse()) {
    if (!restarting.includes(service)) continue;
    report.say(`Restarting ${service}.`);
    await cluster.restart(service);
  }
}

function sha256(content: string | Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
