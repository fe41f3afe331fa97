import type { Translate } from '@svc/contracts';
import { escapeHtml, onOneLine, plainText, withoutControls } from '@svc/service-kit';
import type { StoredNotification } from '../model/notification.ts';
import { ruleByName } from './rules/match-rules.ts';
import type { NoteParts } from './rules/notification-rule.ts';

/** The names and texts in a note as plain text, either original or current. */
export interface Wording extends NoteParts {
  readonly comment: string;
}

export interface NoteContext {
  readonly translate: Translate;
  readonly permalinkOf: (postType: string, id: number) => string;
  /** Converts names and comments to HTML; the default is `escapeHtml`. */
  readonly toHtml?: (text: string) => string;
}

/** The sentence of a notification: as text, and as HTML with a link to the record. */
export interface Note {
  readonly text: string;
  readonly html: string;
  /** The address of the record. */
  readonly link: string;
}

/** The note of a notification, by default with its original names and texts. */
export function noteOf(
  notification: StoredNotification,
  { translate, permalinkOf, toHtml = escapeHtml }: NoteContext,
  wording: Wording = originalWording(notification),
): Note {
  const { record } = notification;
  const link = permalinkOf(record.postType, record.id);
  // A name with line breaks would end the sentence of the note, and begin another.
  const named = {
    record: onOneLine(wording.record),
    actor: onOneLine(wording.actor) || translate('System'),
    assignee: onOneLine(wording.assignee),
    option: onOneLine(wording.option),
    comment: withoutControls(wording.comment),
  };
  const html = {
    record: toHtml(named.record),
    actor: toHtml(named.actor),
    assignee: toHtml(named.assignee),
    option: toHtml(named.option),
    comment: toHtml(named.comment),
  };
  const linked = `<a href="${escapeHtml(link)}">${html.record}</a>`;
  return {
    text: noteText(notification, translate, named),
    html: noteText(notification, translate, { ...html, record: linked }),
    link,
  };
}

/** The names of a notification as they were at the time of the event; a milestone's option as its key. */
export function originalWording(notification: StoredNotification): Wording {
  const { record, actor, assignee, fieldValue, comment } = notification;
  return {
    record: record.name,
    actor: actor.name,
    assignee: assignee?.name ?? '',
    option: fieldValue,
    comment: comment ? commentText(comment.original) : '',
  };
}

function noteText({ name, comment }: StoredNotification, translate: Translate, wording: Wording): string {
  const rule = ruleByName.get(name);
  if (!rule) throw new Error(`unknown notification ${name}`);
  const note = translate(rule.note(wording));
  return comment ? `${note} \r\n\r\n ${wording.comment}` : note;
}

const mention = /@\[([^\n]{0,200}?)\]\([1-9]\d{0,14}\)/g;

/** The text of a comment without markup, with mentions as `@name`. */
export function commentText(cleaned: string): string {
  return plainText(cleaned).replaceAll(mention, (_whole, name: string) => `@${name}`);
}
