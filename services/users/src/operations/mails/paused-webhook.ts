import { msg, usersPausedWebhook } from '@svc/contracts';
import { defineHandler } from '@svc/service-kit';
import type { Deps } from '../../compose.ts';

/** Mails the owner of a webhook, in their language, unless the account is disabled. */
export const pausedWebhook = defineHandler(
  usersPausedWebhook,
  async (call, deps: Deps<'store' | 'mail' | 'users' | 'translatorFor'>) => {
    const { user_id: userId, url, reason } = call.input;
    const user = await deps.users.byId(userId);
    if (!user || user.disabled) return true as const;
    const translate = deps.translatorFor(user.locale);
    const message = {
      subject: translate('A webhook was paused'),
      fromName: '',
      text: translate(
        msg`The webhook ${url} was paused because it could not be delivered to: ${reason}. Activate it again when its address works.`,
      ),
    };
    const answer = await deps.store.commit(call, async () => ({
      writes: deps.mail.messages(userId, [user.email], message),
      answer: true as const,
    }));
    deps.mail.kick();
    return answer;
  },
);
