import { say, type CommentEvent } from '@svc/contracts';
import type { Row } from './row.ts';

/** Contacts that are open to those who follow all: others are somebody's own. */
const openTypes: readonly string[] = ['access', 'access_placeholder'];

/** Somebody said something on a record: who follows it is told, and who follows all contacts. */
export const comment: Row<CommentEvent> = {
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
