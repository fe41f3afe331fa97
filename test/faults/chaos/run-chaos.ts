import { setTimeout as delay } from 'node:timers/promises';
import { until } from '@svc/testing';
import type { World } from '../../support/world.ts';
import { Balancer } from '../balancer.ts';
import { checkPromises } from '../storm/check-promises.ts';
import { falsify, undetected } from '../storm/falsify.ts';
import { Ledger } from '../storm/ledger.ts';
import { Writer } from '../storm/writer.ts';
import type { ChaosConfig } from './config.ts';
import { examineDeployment } from './examine-deployment.ts';
import { experimentsOf, type Experiment } from './experiments.ts';
import { Pace } from './pace.ts';
import { Reader } from './reader.ts';
import { shares, type Tally } from './tally.ts';
import { openTopology, type Topology } from './topology/open-topology.ts';

export type ChaosReport = Awaited<ReturnType<typeof runChaos>>;

/** The figures of one experiment. */
export interface Row {
  readonly tally: Tally;
  readonly milliseconds: number;
  readonly remark: string;
  /** Acknowledged writes. */
  readonly writes: number;
  /** Milliseconds from the end of the fault until every process and replica was as before. */
  readonly recoveredMs: number;
  /** Milliseconds from the last write until each consumer was at the end of its stream. */
  readonly settledMs: number;
  /** Promises that were broken during the experiment. */
  readonly broken: number;
}

/** The share of reads that a promise of the topology covers; a balancer may have repeated a read once. */
const promisedShare = 0.999;

/** Of 100 requests of the working day, 17 are writes. */
const writesPerRead = 17 / 83;

/** Starts the production topology, runs each experiment while users read and write, and checks every promise afterwards. */
export async function runChaos(config: ChaosConfig, report: (line: string) => void) {
  const topology = await openTopology(report);
  try {
    return await chaos(topology, config, report);
  } finally {
    await topology.close();
  }
}

async function chaos(topology: Topology, config: ChaosConfig, report: (line: string) => void) {
  const { experiments, skipped } = experimentsOf(topology, config.only);
  const balancer = new Balancer(topology.world);
  const world = behind(balancer, topology.world);
  const mix = await startMix(world, balancer, config);
  const { ledger, others } = mix;
  // Reads need something to read.
  await until(() => {
    if (ledger.count < config.writers) throw new Error('no write is acknowledged');
  });
  const rows: Row[] = [];
  const slotMs = (config.minutes * 60_000) / experiments.length;
  for (const experiment of experiments) {
    report(`${experiment.name} …`);
    const row = await run(experiment, { topology, mix, slotMs });
    rows.push(row);
    report(`${experiment.name}: ${row.remark} (${Math.round(row.milliseconds / 1000)} s)`);
  }
  await mix.stop();
  const { answered } = shares(rows.map(({ tally }) => tally));
  if (answered < promisedShare) ledger.break(`only ${(answered * 100).toFixed(3)} % of reads were answered`);
  report(`the experiments are over: ${ledger.count} writes acknowledged`);
  const checks = await checkPromises(world, ledger, others);
  const { findings, deadLetters } = await examineDeployment(topology);
  for (const { severity, what } of findings)
    if (severity === 'problem' || severity === 'degraded') ledger.break(`doctor: ${severity}: ${what}`);
  const broken = [...ledger.broken];
  falsify(ledger);
  await checkPromises(world, ledger, others);
  await balancer.stop();
  return {
    rows,
    skipped,
    ledger,
    checks,
    findings,
    deadLetters,
    broken,
    undetected: undetected(ledger.broken.slice(broken.length)),
  };
}

/** The world as clients see it: its gateways are replaced in the run. */
function behind(balancer: Balancer, world: World): World {
  return Object.defineProperties(
    { ...world },
    {
      gatewayUrl: { get: () => balancer.gatewayUrl },
      gatewayUrls: { get: () => balancer.gatewayUrls },
    },
  );
}

type Mix = Awaited<ReturnType<typeof startMix>>;

/** Users who write, and reads of what they have written, until they are stopped. */
async function startMix(world: World, balancer: Balancer, config: ChaosConfig) {
  const { seed, writers: count, readsPerSecond: perSecond } = config;
  const ledger = new Ledger();
  const others = {
    mentioned: await world.createUser({ role: 'multiplier', displayName: 'Mike' }),
    guest: await world.createUser({ role: 'multiplier', displayName: 'Greta' }),
  };
  const pace = new Pace({ writers: count, perSecond: perSecond * writesPerRead, seed });
  let isOver = false;
  const work: Promise<void>[] = [];
  for (let at = 1; at <= count; at += 1) {
    const user = await world.createUser({ role: 'multiplier' });
    const turn = () => pace.turn();
    const options = { gateways: world, user, others, ledger, seed: seed * 100 + at, turn };
    work.push(new Writer(options).work(() => !isOver).finally(() => pace.leave()));
  }
  const reader = new Reader({ balancer, ledger, perSecond, seed });
  const stop = async () => {
    isOver = true;
    await Promise.all(work);
    await reader.stop();
  };
  return { ledger, others, pace, reader, stop };
}

interface Setting {
  readonly topology: Topology;
  readonly mix: Mix;
  /** The shortest time of an experiment. */
  readonly slotMs: number;
}

/** Runs one experiment. Afterwards everything has recovered, and each consumer was at the end of its stream. */
async function run({ name, work }: Experiment, { topology, mix, slotMs }: Setting): Promise<Row> {
  const { ledger, pace, reader } = mix;
  const begun = performance.now();
  const before = { writes: ledger.count, broken: ledger.broken.length };
  const tally = reader.begin(name);
  const attempt = async (what: string, action: () => Promise<unknown>) => {
    const start = performance.now();
    await action().catch((error: unknown) => ledger.break(`${name}: ${what}: ${messageOf(error)}`));
    return performance.now() - start;
  };
  let remark = '';
  await attempt('the experiment', async () => {
    remark = await work();
  });
  const recoveredMs = await attempt('recovery', () => recovery(topology));
  await delay(Math.max(0, begun + slotMs - performance.now()));
  await pace.pause();
  const settledMs = await attempt('ends of the streams', () => topology.world.settled());
  pace.resume();
  tally.end(performance.now());
  return {
    tally,
    milliseconds: performance.now() - begun,
    remark,
    writes: ledger.count - before.writes,
    recoveredMs,
    settledMs,
    broken: ledger.broken.length - before.broken,
  };
}

/** Resolves when every process is ready, and the servers have all their replicas. */
async function recovery({ world, nats, database }: Topology): Promise<void> {
  await Promise.all(world.services.map((service) => service.ready()));
  await database.recovered();
  await nats.recovered(world.bus);
  await until(async () => {
    const response = await fetch(new URL('/health', world.stack.meiliUrl));
    if (!response.ok) throw new Error(`the engine answers ${response.status}`);
  });
}

const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
