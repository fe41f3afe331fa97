import { say, type ShareEvent } from '@svc/contracts';
import type { Row } from './row.ts';

/** Somebody shared a record with a user: he is told. */
export const share: Row<ShareEvent> = {
  name: 'share',
  action: 'alert',
  type: 'share',
  tells({ type, data }) {
    const { silent, user_id: userId } = data.share;
    return type === 'svc.share.created' && !silent ? [{ fieldKey: 'comments', to: () => [userId] }] : [];
  },
  note: ({ actor, record }) => say`${actor} shared ${record} with you.`,
};
