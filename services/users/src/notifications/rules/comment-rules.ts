import { type CommentEvent, msg } from '@svc/contracts';
import type { NotificationRule } from './notification-rule.ts';

/** A comment of any type mentions users: they are notified. */
const mention: NotificationRule<CommentEvent> = {
  name: 'mention',
  action: 'mentioned',
  type: 'mentions',
  notices({ type, data: { comment } }) {
    const { id, mentions = [], silent = false } = comment;
    if (type !== 'svc.comment.created' || silent || mentions.length === 0) return [];
    return [{ fieldKey: 'comments', secondaryId: id, to: () => mentions }];
  },
  note: ({ actor, record }) => msg`${actor} mentioned you on ${record} saying:`,
};

/**
 * A new comment of type `comment`: notifies the record's followers, and where its type declares so those who follow all. Mentioned users are notified
 * of the mention alone.
 */
const comment: NotificationRule<CommentEvent> = {
  name: 'comment',
  action: 'comment',
  type: 'comments',
  notices({ type, data }) {
    const { id, silent = false, type: kind, mentions = [] } = data.comment;
    if (type !== 'svc.comment.created' || silent || kind !== 'comment') return [];
    return [
      {
        fieldKey: 'comments',
        secondaryId: id,
        to: ({ followers, followingAll }) =>
          [...followers, ...followingAll].filter((userId) => !mentions.includes(userId)),
      },
    ];
  },
  note: ({ actor, record }) => msg`${actor} commented on ${record} saying:`,
};

export const commentRules: readonly NotificationRule<CommentEvent>[] = [mention, comment];
