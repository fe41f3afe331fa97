import { randomUUID } from 'node:crypto';
import { recordsOptions, recordsViewable, systemActor } from '@svc/contracts';
import type { BusCaller, Call } from '@svc/service-kit';
import type { StoredNotification } from '../model/notification.ts';
import type { UserStore } from '../store/user-store.ts';
import { commentText, originalWording, type Wording } from './note-of.ts';

export interface WordingSources {
  readonly users: UserStore;
  readonly caller: Pick<BusCaller, 'call'>;
}

type Reading = Pick<Call, 'ask' | 'deadline' | 'actor' | 'log'>;

/**
 * The current names and texts of notifications: people and options for every caller, records and comments only if the
 * caller may view the record. Otherwise the original ones.
 */
export async function wordingNow(
  call: Reading,
  { users, caller }: WordingSources,
  notifications: readonly StoredNotification[],
): Promise<(notification: StoredNotification) => Wording> {
  const [titles, names, labels] = await Promise.all([
    titlesOf(call, notifications),
    namesOf(users, notifications),
    stepLabels(call, caller, notifications),
  ]);
  return (notification) => {
    const original = originalWording(notification);
    const { actor, assignee, record, comment } = notification;
    const title = titles.get(record.id);
    const isSeen = title !== undefined;
    return {
      record: title ?? original.record,
      actor: names.get(actor.userId) ?? original.actor,
      assignee: (assignee && names.get(assignee.userId)) ?? original.assignee,
      option: labels.get(labelKey(record.postType, original.option)) ?? original.option,
      comment: isSeen && comment?.current !== undefined ? commentText(comment.current) : original.comment,
    };
  };
}

/** The names of records that the caller may view. Without an answer from the records service the original names are shown. */
async function titlesOf(
  call: Reading,
  notifications: readonly StoredNotification[],
): Promise<ReadonlyMap<number, string>> {
  const ids = [...new Set(notifications.map(({ record }) => record.id))];
  if (ids.length === 0) return new Map();
  const { records } = await call.ask(recordsViewable, { ids }).catch((error: unknown) => {
    call.log.warn(
      { err: error },
      'notifications shown with the original record names: the records service did not answer',
    );
    return { records: [] };
  });
  return new Map(records.map(({ id, name }) => [id, name]));
}

async function namesOf(
  users: UserStore,
  notifications: readonly StoredNotification[],
): Promise<ReadonlyMap<number, string>> {
  const people = notifications.flatMap(({ actor, assignee }) => [actor, ...(assignee ? [assignee] : [])]);
  const ids = [...new Set(people.map(({ userId }) => userId).filter((userId) => userId > 0))];
  if (ids.length === 0) return new Map();
  return new Map((await users.byIds(ids)).map(({ _id, displayName }) => [_id, displayName]));
}

/** Labels of milestones in the actor's language. Without an answer from the records service their keys are shown. */
export async function stepLabels(
  { deadline, actor, log }: Pick<Call, 'deadline' | 'log'> & { actor: Pick<Call['actor'], 'locale'> },
  caller: Pick<BusCaller, 'call'>,
  notifications: readonly StoredNotification[],
): Promise<ReadonlyMap<string, string>> {
  const steps = notifications.filter(({ name }) => name === 'milestone');
  const labels = new Map<string, string>();
  for (const postType of new Set(steps.map(({ record }) => record.postType))) {
    const context = { caller: { ...systemActor('users'), locale: actor.locale }, requestId: randomUUID() };
    const { options } = await caller
      .call(recordsOptions, { post_type: postType }, { ...context, deadline })
      .catch((error: unknown) => {
        log.warn(
          { err: error },
          'notifications shown with option keys instead of labels: the records service did not answer',
        );
        return { options: {} };
      });
    for (const [key, label] of Object.entries(options)) labels.set(labelKey(postType, key), label);
  }
  return labels;
}

/** The key of an option's label in `stepLabels`. */
export function labelKey(postType: string, option: string): string {
  return `${postType}/${option}`;
}
