import { type CommentEvent, say } from '@svc/contracts';
import type { Row } from './row.ts';

/** A comment mentions users: these are told, whatever its type. */
const mention: Row<CommentEvent> = {
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

/** Contacts that are open to those who follow all: others are somebody's own. */
const openTypes: readonly string[] = ['access', 'access_placeholder'];

/** Somebody said something on a record: who follows it is told, and who follows all contacts. */
const comment: Row<CommentEvent> = {
  name: 'comment',
  action: 'comment',
  type: 'comments',
  tells({ type, data }) {
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
  note: ({ actor, record }) => say`${actor} commented on ${record} saying:`,
};

/** What events of comments tell. */
export const commentRows: readonly Row<CommentEvent>[] = [mention, comment];
