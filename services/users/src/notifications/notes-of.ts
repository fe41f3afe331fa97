import type { TranslatorFor } from '@svc/language';
import { Deadline, type BusCaller, type Logger } from '@svc/service-kit';
import type { StoredNotification } from '../model/notification.ts';
import { isolatedHtml } from './escape-html.ts';
import { originalWording, noteOf, type Note } from './note-of.ts';
import { labelKey, stepLabels } from './wording-now.ts';

export interface NoteSources {
  readonly translatorFor: TranslatorFor;
  /** The public address of the installation. */
  readonly publicUrl: string;
  /** For asking the records service for labels of options. */
  readonly caller: Pick<BusCaller, 'call'>;
  readonly log: Logger;
}

/** A note with the address of its record. */
export interface LinkedNote extends Note {
  readonly link: string;
}

/** The notes of notifications in the language of a locale, with their original names. */
export async function notesOf(
  notifications: readonly StoredNotification[],
  locale: string,
  { translatorFor, publicUrl, caller, log }: NoteSources,
): Promise<LinkedNote[]> {
  const asking = { deadline: Deadline.after(), actor: { locale }, log };
  const labels = await stepLabels(asking, caller, notifications);
  const translate = translatorFor(locale);
  return notifications.map((notification) => {
    const { postType, id } = notification.record;
    const original = originalWording(notification);
    const option = labels.get(labelKey(postType, original.option)) ?? original.option;
    const note = noteOf(
      notification,
      { translate, publicUrl, toHtml: isolatedHtml },
      { ...original, option },
    );
    return { ...note, link: `${publicUrl.replace(/\/$/, '')}/${postType}/${id}` };
  });
}
