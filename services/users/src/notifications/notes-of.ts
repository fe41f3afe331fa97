import type { TranslatorFor } from '@svc/language';
import { isolatedHtml, Deadline, type BusCaller, type Logger } from '@svc/service-kit';
import type { StoredNotification } from '../model/notification.ts';
import { originalWording, noteOf, type Note, type NoteContext } from './note-of.ts';
import { labelKey, stepLabels } from './wording-now.ts';

export interface NoteSources {
  readonly translatorFor: TranslatorFor;
  readonly permalinkOf: NoteContext['permalinkOf'];
  /** For asking the records service for labels of options. */
  readonly caller: Pick<BusCaller, 'call'>;
  readonly log: Logger;
}

/** The notes of notifications in the language of a locale, with their original names. */
export async function notesOf(
  notifications: readonly StoredNotification[],
  locale: string,
  { translatorFor, permalinkOf, caller, log }: NoteSources,
): Promise<Note[]> {
  const asking = { deadline: Deadline.after(), actor: { locale }, log };
  const labels = await stepLabels(asking, caller, notifications);
  const context = { translate: translatorFor(locale), permalinkOf, toHtml: isolatedHtml };
  return notifications.map((notification) => {
    const original = originalWording(notification);
    const option = labels.get(labelKey(notification.record.postType, original.option)) ?? original.option;
    return noteOf(notification, context, { ...original, option });
  });
}
