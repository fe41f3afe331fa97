import { counted, msg, type MessageTemplate } from '@svc/contracts';
import type { Note } from '../../notifications/note-of.ts';
import { notesOf, type NoteSources } from '../../notifications/notes-of.ts';
import type { NotificationStore } from '../../notifications/notification-store.ts';
import { compose, messageParagraph } from '../compose.ts';
import type { MailBody, MailKind, Reader } from '../mail-message.ts';

export interface NotificationMailOptions extends NoteSources {
  readonly publicUrl: string;
  readonly notifications: Pick<NotificationStore, 'ofUser' | 'countOfUser'>;
}

/** Maximum number of notifications that a mail shows; further ones are only counted. */
const maxTold = 50;

/** The mail about notifications: those of one change, or of an hour or a day. */
export function notificationMail(options: NotificationMailOptions): MailKind {
  return async (mail, reader) => {
    const { notifications, publicUrl } = options;
    const found = await notifications.ofUser(reader.user._id, mail.notifications, maxTold);
    if (found.length === 0) return undefined;
    const isAll = found.length < maxTold;
    const count = isAll ? found.length : await notifications.countOfUser(reader.user._id, mail.notifications);
    const notes = await notesOf(found, reader.user.locale, options);
    return bodyOf(notes, Math.max(count, notes.length), { reader, publicUrl });
  };
}

function bodyOf(
  notes: readonly Note[],
  count: number,
  { reader, publicUrl }: { reader: Reader; publicUrl: string },
): MailBody {
  const { user, translate, language } = reader;
  const translated = (text: MessageTemplate) => messageParagraph(text, translate);
  const rest = count - notes.length;
  const [only] = count === 1 ? notes : [];
  return compose(
    only ? firstLine(only.text) : translate(msg`${counted(count)} new notifications`),
    [
      translated(msg`Hello ${user.displayName},`),
      ...(only
        ? []
        : [
            translated(
              msg`You have new notifications on ${publicUrl}; open the link below a notification to see its record.`,
            ),
          ]),
      // The HTML contains the link already.
      ...notes.map(({ text, html, link }) => ({ text: `${text}\n${link}`, html })),
      ...(rest > 0 ? [translated(msg`And ${counted(rest)} more.`)] : []),
      translated(msg`In your settings on ${publicUrl} you can choose which mails you receive, and when.`),
    ],
    language,
  );
}

function firstLine(text: string): string {
  return text.trim().split('\n')[0] ?? '';
}
