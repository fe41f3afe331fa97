import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { allEndpoints } from '@svc/gateway/endpoints';
import { openWorld, type World } from '../../support/world.ts';
import { WriteWatch } from '../../support/write-watch.ts';
import { collectedMemory, collectingEntry, type CollectedMemory } from './collected-memory.ts';
import type { FuzzConfig } from './config.ts';
import { dearestOf, expensiveRefusals, type Cost } from './expensive-refusals.ts';
import { describeViolation, judge, type Violation } from './judge.ts';
import { refusedWrites } from './refused-writes.ts';
import { requestsOf } from './requests/request-arbitrary.ts';
import { Stage } from './scene.ts';
import { Sender, type Outcome } from './send-request.ts';

export type FuzzReport = Awaited<ReturnType<typeof runFuzz>>;

/** The part of an outcome that the report needs; a run keeps a hundred thousand of them. */
export type Measured = ReturnType<typeof measured>;

type Report = (line: string) => void;

/** The maximum ratio of the memory at the end to that after the first fifth. */
const growth = 1.2;

/** The maximum size of a batch; each batch gets new records. */
const largestBatch = 1_000;

/** Starts the services, sends the requests in batches, checks the answers and writes, and stops the services. */
export async function runFuzz(config: FuzzConfig, report: Report = () => undefined) {
  const dir = mkdtempSync(join(tmpdir(), 'svc-fuzz-'));
  const world = await openWorld({
    env: environmentOf(config),
    restart: false,
    entryOf: collectingEntry(dir),
  });
  const watch = await WriteWatch.open(world);
  const sender = new Sender(world.gatewayUrl, config.deadline + 10_000);
  try {
    return await run({ config, dir, world, watch, sender, report });
  } finally {
    sender.close();
    await watch.close();
    await world.close();
    rmSync(dir, { recursive: true, force: true });
  }
}

function environmentOf({ deadline }: FuzzConfig) {
  return {
    READ_DEADLINE_MS: String(deadline),
    WRITE_DEADLINE_MS: String(deadline),
    TRUST_PROXY: '1',
    NAMESPACE_PREFIXES: 'svc,dt',
    LOGIN_REQUESTS_PER_MINUTE: '1000000',
    // So small that it fills within the first fifth, and does not count as growth.
    LIST_CACHE_MB: '4',
  };
}

interface Parts {
  readonly config: FuzzConfig;
  readonly dir: string;
  readonly world: World;
  readonly watch: WriteWatch;
  readonly sender: Sender;
  readonly report: Report;
}

async function run(parts: Parts) {
  const { config, dir, world, report } = parts;
  const stage = await Stage.open(world);
  const numbers = Array.from({ length: config.requests }, (_, index) => index).slice(config.only ?? 0);
  const size = Math.min(largestBatch, Math.ceil(config.requests / 5));
  const outcomes: Measured[] = [];
  const violations: Violation[] = [];
  const memory: CollectedMemory[] = [];
  let dearest: Cost | undefined;
  for (let from = 0; from < numbers.length; from += size) {
    const batch = await sendBatch(parts, stage, numbers.slice(from, from + size));
    outcomes.push(...batch.outcomes);
    violations.push(...batch.violations);
    dearest = dearestOf([dearest, batch.dearest]);
    const done = from + size;
    if (memory.length === 0 && done >= config.requests / 5)
      memory.push(await collectedMemory(dir, world.services));
    report(`${Math.min(done, numbers.length)} requests sent, ${violations.length} violations`);
  }
  const late = await collectedMemory(dir, world.services);
  const [early = late] = memory;
  return {
    outcomes,
    /** After the first fifth of the requests, and at the end. */
    memory: [early, late] as const,
    /** The most expensive refusal. */
    dearest,
    violations: [...violations, ...grown(early, late), ...ended(world)],
  };
}

async function sendBatch(parts: Parts, stage: Stage, numbers: readonly number[]) {
  const { config, world, sender, watch, report } = parts;
  const { seed, concurrency, deadline } = config;
  const scene = await stage.set(numbers.length);
  const outcomes = await sender.sendAll(requestsAt(numbers, requestsOf(scene, seed)), concurrency);
  const violations = outcomes.flatMap((outcome) => judge(outcome, deadline));
  violations.push(...(await refusedWrites(outcomes, { sender, watch, concurrency })));
  // What the batch has brought about runs in the same event loops.
  await world.settled();
  const costs = await expensiveRefusals(outcomes, { sender, services: world.services });
  violations.push(...costs.violations);
  // A long run reports each violation at once.
  for (const violation of violations) report(describeViolation(violation));
  return { outcomes: outcomes.map(measured), violations, dearest: costs.dearest };
}

function ended({ services }: World): Violation[] {
  return services
    .filter(({ pid }) => pid === undefined)
    .map((each) => ({ rule: 'a process ended', what: `${each.service}\n${each.log()}` }));
}

/** Generates requests lazily, while others are answered. */
function* requestsAt(numbers: readonly number[], requestAt: ReturnType<typeof requestsOf>) {
  for (const index of numbers) yield requestAt(allEndpoints[index % allEndpoints.length]!, index);
}

/** The method sent may differ from that of the endpoint. */
function measured({ request, status, milliseconds }: Outcome) {
  return { endpoint: request.endpoint, method: request.method, status, milliseconds };
}

function grown(early: CollectedMemory, late: CollectedMemory): Violation[] {
  const services = Object.keys(late).filter(
    (service) => (late[service] ?? 0) > (early[service] ?? 0) * growth,
  );
  return services.map((service) => ({
    rule: 'memory grows',
    what: `${service}: ${early[service]} → ${late[service]} bytes`,
  }));
}
