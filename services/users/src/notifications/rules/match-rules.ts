import { msg, type ShareEvent } from '@svc/contracts';
import type { NotificationName } from '../../model/notification.ts';
import { commentRules } from './comment-rules.ts';
import { recordRules } from './record-rules.ts';
import type { NotificationRule, Notice } from './notification-rule.ts';

/** A record was shared with a user, who is notified. */
const share: NotificationRule<ShareEvent> = {
  name: 'share',
  type: 'share',
  notices({ type, data }) {
    const { silent, user_id: userId } = data.share;
    return type === 'svc.share.created' && !silent ? [{ fieldKey: 'comments', to: () => [userId] }] : [];
  },
  note: ({ actor, record }) => msg`${actor} shared ${record} with you.`,
};

export const shareRules: readonly NotificationRule<ShareEvent>[] = [share];

export type RuleDescription = Omit<NotificationRule<never>, 'notices'>;

export const ruleByName: ReadonlyMap<NotificationName, RuleDescription> = new Map(
  [...recordRules, ...shareRules, ...commentRules].map((rule) => [rule.name, rule]),
);

export interface RuleMatch {
  readonly rule: RuleDescription;
  readonly notice: Notice;
}

export function matchRules<Event>(rules: readonly NotificationRule<Event>[], event: Event): RuleMatch[] {
  return rules.flatMap((rule) => rule.notices(event).map((notice) => ({ rule, notice })));
}
