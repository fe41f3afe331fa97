import type { RowResult } from '../measure/measure-row.ts';
import { resetPeaks } from '../measure/process-usage.ts';
import type { Session } from '../rows/row.ts';
import { contactStream, toResult, writesWatched, type LiveRound, type LiveSetting } from './live-row.ts';
import { openReaders } from './open-readers.ts';
import { createContact } from './send.ts';

const perSecond = 20;
const contacts = 20;
const readersOfEvents = 10;
const maxUsers = 100;

/** The time from the answer of a write to the readers who may see it. */
export async function measureEvents({ target, seconds, rounds: count }: LiveSetting): Promise<RowResult[]> {
  const { administrator, dispatcher } = target.measured;
  const contactIds = await watchedContacts(target);
  const readers = await openFor(target, [administrator, dispatcher], readersOfEvents);
  try {
    const watched = { audience: readersOfEvents, contactIds, perSecond, seconds };
    await writesWatched(target, readers, watched);
    resetPeaks(target.processes);
    const rounds: LiveRound[] = [];
    for (let round = 0; round < count; round += 1) rounds.push(await writesWatched(target, readers, watched));
    const title = 'event to reader, 20 updates/s';
    return [toResult(target, { name: 'events', title, concurrency: readersOfEvents, rounds })];
  } finally {
    await readers.close();
  }
}

/** The cost of a write, with so many readers who may see it or may not, in turns. */
const variants = [
  { name: 'event-cost-0', title: 'update, no reader', count: 0, isSeen: true },
  { name: 'event-cost-100', title: 'update, 100 readers', count: 100, isSeen: true },
  { name: 'event-cost-1000', title: 'update, 1,000 readers', count: 1_000, isSeen: true },
  { name: 'event-cost-unseen', title: 'update, 1,000 readers who may not', count: 1_000, isSeen: false },
] as const;

export async function measureEventCost(setting: LiveSetting): Promise<RowResult[]> {
  const { target, users, logIn, seconds, rounds: count } = setting;
  const contactIds = await watchedContacts(target);
  const ofRoles = (...roles: string[]) =>
    logIn(users.filter(({ role }) => roles.includes(role)).slice(0, maxUsers));
  const seeing = await ofRoles('administrator', 'dispatcher');
  const others = await ofRoles('multiplier');
  const results = variants.map((variant) => ({ variant, rounds: [] as LiveRound[] }));
  resetPeaks(target.processes);
  // The first round warms up.
  for (let round = 0; round <= count; round += 1) {
    for (const { variant, rounds } of results) {
      const readers = await openFor(target, variant.isSeen ? seeing : others, variant.count);
      try {
        await target.settled();
        const audience = variant.isSeen ? variant.count : 0;
        const measured = await writesWatched(target, readers, { audience, contactIds, perSecond, seconds });
        if (round > 0) rounds.push(measured);
      } finally {
        await readers.close();
      }
    }
  }
  return results.map(({ variant, rounds }) =>
    toResult(target, { name: variant.name, title: variant.title, concurrency: variant.count, rounds }),
  );
}

/** Contacts that only the administrator and dispatchers may see. */
async function watchedContacts(target: LiveSetting['target']): Promise<number[]> {
  const ids: number[] = [];
  const assigned = target.measured.administrator.userId;
  for (let index = 0; index < contacts; index += 1)
    ids.push(await createContact(target, { name: `Watched ${index}`, assigned_to: assigned }));
  await target.settled();
  return ids;
}

/** Streams of all contacts, of these users in turns. */
function openFor({ urls }: LiveSetting['target'], sessions: readonly Session[], count: number) {
  const tokenOf = (index: number) => sessions[index % sessions.length]?.token ?? '';
  const streams = Array.from({ length: count }, (_, index) => ({
    path: contactStream,
    token: tokenOf(index),
  }));
  return openReaders(urls[0] ?? '', streams);
}
