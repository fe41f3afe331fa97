import { sideBySide } from '@svc/service-kit';
import { measureAsking } from '../measure/measure.ts';
import type { RowResult } from '../measure/measure-row.ts';
import { resetPeaks } from '../measure/process-usage.ts';
import type { Target } from '../measure/target.ts';
import { getAs, postAs, query, type Session } from '../rows/row.ts';
import { digits } from '../seed/contact-body.ts';
import { costed, toResult, type LiveRound, type LiveSetting } from './live-row.ts';
import { answerTo, createContact } from './send.ts';

/** A day of each multiplier: contacts of theirs that changed, that are new, and that they no longer see. */
const day = { changed: 40, made: 3, left: 2 };
const inParallel = 8;

interface Page {
  records: unknown[];
  removed: number[];
  cursor: string;
  more: boolean;
}

/** The phone of a user, with the cursor of the evening before. */
interface Phone {
  session: Session;
  cursor: string;
}

/** The requests of phones that were away for a day: pages of `changes` until the last one. */
export async function measureChanges({ target, seconds, rounds: count }: LiveSetting): Promise<RowResult[]> {
  const phones = await awayForADay(target);
  const fetched = { requests: 0, records: 0, removed: 0, phones: 0 };
  const rounds: LiveRound[] = [];
  const round = (length: number) =>
    costed(target, () =>
      measureAsking({
        length: { seconds: length },
        concurrency: 1,
        ask: async () => {
          const { session, cursor } = target.measured.choices.one(phones);
          for await (const { records, removed } of pagesSince(target, session, cursor)) {
            fetched.requests += 1;
            fetched.records += records.length;
            fetched.removed += removed.length;
          }
          fetched.phones += 1;
        },
      }),
    );
  await round(seconds);
  resetPeaks(target.processes);
  for (let number = 0; number < count; number += 1) {
    const { result: measurement, cpu, caughtUp } = await round(seconds);
    rounds.push({ measurement, cpu, caughtUp });
  }
  const each = (amount: number) => amount / fetched.phones;
  const { requests, records, removed } = fetched;
  const figures = { requests: each(requests), records: each(records), removed: each(removed) };
  const about = { name: 'changes', title: 'changes of a day, one phone at a time', concurrency: 1 };
  return [toResult(target, { ...about, rounds, figures })];
}

/** Lets every multiplier fetch everything, and then a day pass. */
async function awayForADay(target: Target): Promise<Phone[]> {
  const { administrator, multipliers, choices } = target.measured;
  const changes: (() => Promise<unknown>)[] = [];
  const phones: Phone[] = [];
  for (const session of multipliers) {
    const shared = await contactsSharedWith(target, session);
    const { posts } = await answerTo<{ posts: { ID: number }[] }>(
      target,
      getAs(session, `contacts?${query({ 'assigned_to[]': 'me', 'type[]': 'access', limit: day.changed })}`),
    );
    phones.push({ session, cursor: await cursorOf(target, session) });
    for (const { ID } of posts) {
      const body = { nickname: `Nick ${digits(choices, 7)}` };
      changes.push(() => answerTo(target, postAs(administrator, `contacts/${ID}`, body)));
    }
    const fields = { name: 'New today', assigned_to: session.userId };
    for (let index = 0; index < day.made; index += 1) changes.push(() => createContact(target, fields));
    for (const id of shared)
      changes.push(() =>
        answerTo(target, { ...sharesOf(administrator, id, session.userId), method: 'DELETE' }),
      );
  }
  await sideBySide(choices.several(changes, changes.length), inParallel, (change) => change());
  await target.settled();
  return phones;
}

async function contactsSharedWith(target: Target, { userId }: Session): Promise<number[]> {
  const { administrator } = target.measured;
  const ids: number[] = [];
  for (let index = 0; index < day.left; index += 1) {
    const id = await createContact(target, { name: 'Left today', assigned_to: administrator.userId });
    await answerTo(target, sharesOf(administrator, id, userId));
    ids.push(id);
  }
  return ids;
}

const sharesOf = (session: Session, id: number, userId: number) =>
  postAs(session, `contacts/${id}/shares`, { user_id: userId });

/** The cursor of a phone that has everything. */
async function cursorOf(target: Target, session: Session): Promise<string> {
  let last = '';
  for await (const { cursor } of pagesSince(target, session)) last = cursor;
  return last;
}

async function* pagesSince(target: Target, { token }: Session, since?: string): AsyncGenerator<Page> {
  for (let cursor = since, hasMore = true; hasMore;) {
    const asked = { post_type: 'contacts', ...(cursor === undefined ? {} : { since: cursor }) };
    const path = `/wp-json/svc/v1/changes?${query(asked)}`;
    const page = await answerTo<Page>(target, { method: 'GET', path, token });
    yield page;
    cursor = page.cursor;
    hasMore = page.more;
  }
}
