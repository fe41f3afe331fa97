import type { Translate } from '@svc/contracts';
import type { StoredNotification } from '../model/notification.ts';
import { escapeHtml } from './escape-html.ts';
import { plainText } from './plain-text.ts';
import { ruleByName } from './rules/match-rules.ts';

/** The names and texts in a note as plain text, either original or current. */
export interface Wording {
  readonly record: string;
  /** Empty for the system. */
  readonly actor: string;
  /** Empty without an assignee. */
  readonly assignee: string;
  /** The label of the milestone's option. */
  readonly option: string;
  readonly comment: string;
}

export interface NoteContext {
  readonly translate: Translate;
  /** The public address of the installation. */
  readonly publicUrl: string;
  /** Converts names and comments to HTML; the default is `escapeHtml`. */
  readonly toHtml?: (text: string) => string;
}

/** The sentence of a notification: as text, and as HTML with a link to the record. */
export interface Note {
  readonly text: string;
  readonly html: string;
}

/** The note of a notification, by default with its original names and texts. */
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

/** The names of a notification as they were at the time of the event; a milestone's option as its key. */
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
