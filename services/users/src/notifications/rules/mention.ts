import { say, type CommentEvent } from '@svc/contracts';
import type { Row } from './row.ts';

/** A comment mentions users: these are told, whatever its type. */
export const mention: Row<CommentEvent> = {
  name: 'mention',
  action: 'mentioned',
  type: 'mentions',
  tells({ type, data: { comment } }) {
    const { id, mentions = [], silent = false } = comment;
    if (type !== 'svc.comment.created' || silent || mentions.length === 0) return [];
    return [{ fieldKey: 'comments', secondaryId: id, to: () => mentions }];
  },
  note: ({ actor, record }) => say`${actor} mentioned you on ${record} saying:`,
};
