import { setTimeout as delay } from 'node:timers/promises';
import { sendWhile } from '../measure/measure.ts';
import type { RowResult } from '../measure/measure-row.ts';
import { cpuSince, cpuTimes, resetPeaks, residentOf } from '../measure/process-usage.ts';
import { percentile } from '../measure/summary.ts';
import { get } from '../rows/read-rows.ts';
import { postAs, type Session } from '../rows/row.ts';
import { contactStream, toResult, writesWatched, type LiveRound, type LiveSetting } from './live-row.ts';
import { openReaders, type Readers } from './open-readers.ts';
import type { StreamAddress } from './reader-messages.ts';
import { answerTo, createContact } from './send.ts';

type Target = LiveSetting['target'];

const maxUsers = 200;
const heartbeats = 3;
const lookEvery = 250;
/** Milliseconds for which the gateway is measured without readers. */
const withoutReaders = 10_000;
const getsPerSecond = 50;

/** Event streams that wait on one gateway process: their memory and heartbeats, the gets beside them, and a change that reaches all. */
export async function measureIdleReaders(setting: LiveSetting): Promise<RowResult[]> {
  const { target, users, logIn, seconds, rounds: count, readers: amount } = setting;
  const sessions = await logIn(users.slice(0, maxUsers));
  const contactId = await contactOf(target, sessions);
  const streams = await streamsOf(target, sessions, amount);
  const idle = await ofGateway(target, () => delay(withoutReaders));
  const getsAlone = await getsWhile(target, () => delay(withoutReaders));
  const opening = await ofGateway(target, () => openReaders(target.urls[0] ?? '', streams));
  const readers = opening.result;
  try {
    resetPeaks(target.processes);
    const beats = await ofGateway(target, () => untilHeartbeats(readers, heartbeats * amount));
    const getsBeside = await getsWhile(target, () => untilHeartbeats(readers, heartbeats * amount));
    const idleCpu = (idle.cpu / idle.milliseconds) * beats.milliseconds;
    const watched = { audience: amount, contactIds: [contactId], perSecond: 1, seconds };
    const rounds: LiveRound[] = [];
    for (let round = 0; round < count; round += 1) rounds.push(await writesWatched(target, readers, watched));
    const figures = {
      users: sessions.length,
      'opened in ms': opening.milliseconds,
      'CPU ms to open each': opening.cpu / amount,
      'KiB each': ((beats.memory - idle.memory) * 1_024) / amount,
      'CPU µs of a heartbeat': ((beats.cpu - idleCpu) / (heartbeats * amount)) * 1_000,
      'p99 ms of get before': getsAlone,
      'p99 ms of get beside them': getsBeside,
    };
    const about = { name: 'idle-readers', title: `update, ${amount} readers`, concurrency: amount };
    return [toResult(target, { ...about, rounds, figures })];
  } finally {
    await readers.close();
  }
}

/** A contact that all users see. */
async function contactOf(target: Target, sessions: readonly Session[]): Promise<number> {
  const { administrator } = target.measured;
  const fields = { name: 'Watched by all', assigned_to: administrator.userId };
  const id = await createContact(target, fields);
  for (const { userId } of sessions)
    if (userId !== administrator.userId)
      await answerTo(target, postAs(administrator, `contacts/${id}/shares`, { user_id: userId }));
  await target.settled();
  return id;
}

/** Streams of the users in turns. Every second user opens theirs with a ticket, as browsers do. */
async function streamsOf(
  target: Target,
  sessions: readonly Session[],
  count: number,
): Promise<StreamAddress[]> {
  const ofUsers: StreamAddress[] = [];
  for (const [index, { token }] of sessions.entries()) {
    const request = { method: 'POST', path: '/wp-json/svc/v1/events/ticket', token };
    const { ticket } = await answerTo<{ ticket: string }>(target, request);
    ofUsers.push(
      index % 2 === 0
        ? { path: contactStream, token }
        : { path: `${contactStream}&ticket=${encodeURIComponent(ticket)}` },
    );
  }
  return Array.from({ length: count }, (_, index) => ofUsers[index % ofUsers.length] as StreamAddress);
}

/** The processor time of the first gateway during some work, in milliseconds, and its memory afterwards, in MiB. */
async function ofGateway<Result>({ processes }: Target, work: () => Promise<Result>) {
  const before = cpuTimes(processes);
  const began = performance.now();
  const result = await work();
  const milliseconds = performance.now() - began;
  const cpu = cpuSince(before, processes)['gateway'] ?? 0;
  return { result, milliseconds, cpu, memory: residentOf(processes)['gateway'] ?? 0 };
}

/** The p99 of gets at a steady rate during some work, in milliseconds. */
async function getsWhile({ urls, measured }: Target, work: () => Promise<void>): Promise<number> {
  const next = () => ({ kind: get, request: get.ours(measured) });
  const sent = { url: urls[0] ?? '', next, pace: { perSecond: getsPerSecond } };
  const { beside } = await sendWhile(sent, work);
  return percentile(beside.latencies, 0.99);
}

async function untilHeartbeats(readers: Readers, count: number): Promise<void> {
  await readers.begin();
  while ((await readers.state()).heartbeats < count) await delay(lookEvery);
}
