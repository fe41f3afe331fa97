import { readFileSync } from 'node:fs';
import type { ServiceInstance } from '@svc/launcher';
import { maxRefusalMs } from '@svc/testing';
import { isRefusal, type Violation } from './judge.ts';
import type { FuzzRequest } from './requests/request-arbitrary.ts';
import type { Outcome, Sender } from './send-request.ts';

/** How often a request is sent before its cost counts: other work of the services, and the compiler, are in some of the measurements. */
const tries = 5;

/** A refused request and its cost in milliseconds. */
export interface Cost {
  readonly request: FuzzRequest;
  readonly ms: number;
}

interface Tools {
  readonly sender: Sender;
  readonly services: readonly ServiceInstance[];
}

/**
 * Finds refused requests that cost more than 20 ms of processor time in the event loops of all services together. Sends all refused requests
 * again, one at a time. The processor time of a thread does not depend on what else the machine does.
 */
export async function expensiveRefusals(outcomes: readonly Outcome[], tools: Tools) {
  const costs: Cost[] = [];
  for (const { request } of outcomes.filter(isRefusal))
    costs.push({ request, ms: await leastCost(request, tools) });
  const violations = costs.filter(({ ms }) => ms > maxRefusalMs).map(violationOf);
  return { violations, dearest: dearestOf(costs) };
}

/** The most expensive one, if there is any. */
export function dearestOf(costs: readonly (Cost | undefined)[]): Cost | undefined {
  return costs.reduce((most, each) => ((each?.ms ?? 0) > (most?.ms ?? 0) ? each : most), undefined);
}

export function violationOf({ ms, request }: Cost): Violation {
  return { rule: 'expensive refusal', what: `${ms.toFixed(1)} ms of processor time`, request };
}

/** The cost of a request in milliseconds; an expensive one is sent again. A request that is accepted this time costs nothing. */
async function leastCost(request: FuzzRequest, { sender, services }: Tools): Promise<number> {
  let least = Infinity;
  for (let count = 0; count < tries && least > maxRefusalMs; count += 1) {
    const before = eventLoopMs(services);
    const [outcome] = await sender.sendAll([request], 1);
    if (!outcome || !isRefusal(outcome)) return 0;
    least = Math.min(least, eventLoopMs(services) - before);
  }
  return least;
}

/** Milliseconds that the main threads of the services have run: those of their event loops, not of argon2 and the encoding of pictures. */
function eventLoopMs(services: readonly ServiceInstance[]): number {
  return services.reduce((sum, { pid }) => sum + (pid === undefined ? 0 : threadMs(pid)), 0);
}

/** Linux counts the nanoseconds of each thread; the main thread has the id of its process. */
function threadMs(pid: number): number {
  try {
    const [nanoseconds] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
    return Number(nanoseconds) / 1_000_000;
  } catch {
    // The process has ended, which is a violation of its own.
    return 0;
  }
}
