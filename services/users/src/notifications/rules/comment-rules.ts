import { type CommentEvent, msg } from '@svc/contracts';
import type { NotificationRule } from './notification-rule.ts';

/** A comment mentions users: these are told, whatever its type. */
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

/** Contacts that are open to those who follow all: others are somebody's own. */
const openTypes: readonly string[] = ['access', 'access_placeholder'];

/** Somebody said something on a record: who follows it is told, and who follows all contacts. */
const comment: NotificationRule<CommentEvent> = {
  name: 'comment',
  action: 'comment',
  type: 'comments',
  notices({ type, data }) {
    const { id, post_type: postType, audience, silent = false, type: kind } = data.comment;
    if (type !== 'svc.comment.created' || silent || kind !== 'comment') return [];
    const isOpen = postType === 'contacts' && openTypes.includes(audience?.type ?? '');
    return [
      {
        fieldKey: 'comments',
        secondaryId: id,
        to: ({ followers, followingAll }) => [...followers, ...(isOpen ? followingAll : [])],
      },
    ];
  },
  note: ({ actor, record }) => msg`${actor} commented on ${record} saying:`,
};

/** What events of comments tell. */
export const commentRules: readonly NotificationRule<CommentEvent>[] = [mention, comment];
