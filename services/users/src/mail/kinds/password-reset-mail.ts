import { msg, type MessageTemplate } from '@svc/contracts';
import { escapeHtml } from '@svc/service-kit';
import type { PasswordResets } from '../../passwords/password-resets.ts';
import { compose, type Paragraph, messageParagraph } from '../compose.ts';
import type { MailKind } from '../mail-message.ts';

export interface PasswordResetMailOptions {
  readonly resets: PasswordResets;
  readonly publicUrl: string;
  /** The page of a front end that takes the token; without it the mail contains the token only. */
  readonly resetUrl: string | undefined;
  readonly now: () => Date;
}

/** The mail with a token for setting a new password. The token is issued now, so that it is not stored in the queue. */
export function passwordResetMail(options: PasswordResetMailOptions): MailKind {
  const { resets, publicUrl, resetUrl, now } = options;
  return async (_mail, { user, translate, language }) => {
    const token = await resets.issue(user, now());
    const translated = (text: MessageTemplate) => messageParagraph(text, translate);
    const { username } = user;
    const body = compose(
      translate(msg`Set a new password`),
      [
        translated(msg`Hello ${user.displayName},`),
        ...(resetUrl === undefined
          ? [
              translated(
                msg`Enter this code to set the new password that was requested for your account ${username} on ${publicUrl}; the code works once:`,
              ),
              code(token),
            ]
          : [
              translated(
                msg`Open this page to set the new password that was requested for your account ${username} on ${publicUrl}; the link works once:`,
              ),
              link(addressOf(resetUrl, token)),
            ]),
        translated(msg`It is valid for one hour. If you do not want a new password, ignore this mail.`),
      ],
      language,
    );
    return { ...body, secret: token };
  };
}

function addressOf(resetUrl: string, token: string): string {
  const address = new URL(resetUrl);
  address.searchParams.set('token', token);
  return address.href;
}

function code(token: string): Paragraph {
  return { text: token, html: `<bdi dir="ltr">${escapeHtml(token)}</bdi>` };
}

function link(address: string): Paragraph {
  const html = escapeHtml(address);
  return { text: address, html: `<a href="${html}" dir="ltr">${html}</a>` };
}
