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

/** Types of contacts that all users with access to all contacts may see; others are personal. */
const openTypes: readonly string[] = ['access', 'access_placeholder'];

/**
 * A new comment of type `comment`: notifies the record's followers, and on contacts those who follow all. Mentioned users are notified
 * of the mention alone.
 */
const comment: NotificationRule<CommentEvent> = {
  name: 'comment',
  action: 'comment',
  type: 'comments',
  notices({ type, data }) {
    const { id, post_type: postType, audience, silent = false, type: kind, mentions = [] } = data.comment;
    if (type !== 'svc.comment.created' || silent || kind !== 'comment') return [];
    const isOpen = postType === 'contacts' && openTypes.includes(audience?.type ?? '');
    return [
      {
        fieldKey: 'comments',
        secondaryId: id,
        to: ({ followers, followingAll }) =>
          [...followers, ...(isOpen ? followingAll : [])].filter((userId) => !mentions.includes(userId)),
      },
    ];
  },
  note: ({ actor, record }) => msg`${actor} commented on ${record} saying:`,
};

export const commentRules: readonly NotificationRule<CommentEvent>[] = [mention, comment];
