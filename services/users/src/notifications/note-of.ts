import type { Translate } from '@svc/contracts';
import type { StoredNotification } from '../model/notification.ts';
import { escapeHtml } from './escape-html.ts';
import { plainText } from './plain-text.ts';
import { ruleByName } from './rules/match-rules.ts';

/** What a note names, as plain text: as it was when it happened, or as it is now. */
export interface Wording {
  readonly record: string;
  /** Empty for the system. */
  readonly actor: string;
  /** Empty for nobody. */
  readonly assignee: string;
  /** Label of the option that a milestone is. */
  readonly option: string;
  /** Text of the comment. */
  readonly comment: string;
}

/** The reader's language and the address of the installation. */
export interface NoteContext {
  readonly translate: Translate;
  /** Public address of the installation. */
  readonly publicUrl: string;
  /** What makes HTML of names and comments, if not `escapeHtml`. */
  readonly toHtml?: (text: string) => string;
}

/** A note for people: as text, and as HTML with a link to the record. */
export interface Note {
  readonly text: string;
  readonly html: string;
}

/** The note of a notification, with names as they were when it happened unless another wording is given. */
export function noteOf(
  notification: StoredNotification,
  { translate, publicUrl, toHtml = escapeHtml }: NoteContext,
  wording: Wording = originalWording(notification),
): Note {
  const { record } = notification;
  const address = `${publicUrl.replace(/\/$/, '')}/${record.postType}/${record.id}`;
  const named = { ...wording, actor: wording.actor || translate('System') };
  const html = mapped(named, toHtml);
  const link = `<a href="${escapeHtml(address)}">${html.record}</a>`;
  return {
    text: noteText(notification, translate, named),
    html: noteText(notification, translate, { ...html, record: link }),
  };
}

/** The names of a notification as they were when it happened; for a milestone, the key of its option. */
export function originalWording({
  record,
  actor,
  assignee,
  fieldValue,
  comment,
}: StoredNotification): Wording {
  return {
    record: record.name,
    actor: actor.name,
    assignee: assignee?.name ?? '',
    option: fieldValue,
    comment: comment ? plainText(comment.original) : '',
  };
}

function noteText({ name, comment }: StoredNotification, translate: Translate, wording: Wording): string {
  const rule = ruleByName.get(name);
  if (!rule) throw new Error(`no notification is called ${name}`);
  const note = translate(rule.note(wording));
  return comment ? `${note} \r\n\r\n ${wording.comment}` : note;
}

function mapped(wording: Wording, change: (text: string) => string): Wording {
  return {
    record: change(wording.record),
    actor: change(wording.actor),
    assignee: change(wording.assignee),
    option: change(wording.option),
    comment: change(wording.comment),
  };
}
