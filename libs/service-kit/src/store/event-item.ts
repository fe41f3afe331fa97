import { randomUUID } from 'node:crypto';
import { eventSubject, maxEventBytes, type Actor } from '@svc/contracts';
import type { EventDraft } from './commit.ts';
import type { OutboxItem } from './outbox.ts';

/** Makes the outbox item of an event, with its CloudEvents envelope. */
export function toEventItem(options: {
  draft: EventDraft;
  commitId: string;
  actor: Actor;
  service: string;
  createdAt: Date;
}): Omit<OutboxItem, 'position'> {
  const { draft, createdAt } = options;
  const id = randomUUID();
  const body = toBody(options, id, draft.data);
  return {
    _id: id,
    kind: 'event',
    subject: eventSubject(draft.entity, draft.postType, draft.verb),
    body:
      Buffer.byteLength(body) <= maxEventBytes
        ? body
        : toBody(options, id, { ...draft.withoutValues(), truncated: true }),
    createdAt,
  };
}

function toBody(
  options: Parameters<typeof toEventItem>[0],
  id: string,
  data: Record<string, unknown>,
): string {
  const { draft, actor } = options;
  return JSON.stringify({
    specversion: '1.0',
    id,
    source: `/svc/${options.service}`,
    type: `svc.${draft.entity}.${draft.verb}`,
    subject: draft.subject,
    time: options.createdAt.toISOString(),
    datacontenttype: 'application/json',
    data: {
      commit_id: options.commitId,
      actor: {
        kind: actor.kind,
        user_id: actor.userId,
        display_name: actor.displayName,
        ...(actor.extension && { extension: actor.extension }),
      },
      ...data,
    },
  });
}
