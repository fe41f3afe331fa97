/** A value in a message. A value that is a message is translated, too. */
export type MessageValue = string | number | Count | MessageTemplate;

/** A number that decides the plural form of its text: one notification, two notifications. */
export interface Count {
  readonly count: number;
}

/** A text for users, as a template and values. It is translated where it leaves the service. */
export interface MessageTemplate {
  /** The English text, with `{0}`, `{1}` … for the values. Translations have it as their key. */
  readonly template: string;
  readonly values: readonly MessageValue[];
}

/** A text for users, with or without values. */
export type Message = string | MessageTemplate;

/** Translates a message into the language of its reader. */
export type Translate = (text: Message) => string;

/**
 * Translations by language: English text → translation, both with `{0}`, `{1}` … for values. Plural forms have a suffix after the text:
 * `{0} new notifications_one`, `…_few`, `…_many`.
 */
export type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A class, so that `isMessage` can distinguish messages from other objects in the data of an error. */
class TranslatableMessage implements MessageTemplate {
  readonly template: string;
  readonly values: readonly MessageValue[];

  constructor(template: string, values: readonly MessageValue[]) {
    this.template = template;
    this.values = values;
  }
}

/**
 * A template tag that makes the message of an error, a note or a notification.
 * @example new ServiceError('get_post_activity', msg`No permissions to read: ${postType.key}`)
 */
export function msg(strings: TemplateStringsArray, ...values: readonly MessageValue[]): MessageTemplate {
  const template = strings.reduce((text, part, index) => `${text}{${index - 1}}${part}`);
  return new TranslatableMessage(template, values);
}

/**
 * Marks the number that decides the plural form of a text; a text has at most one.
 * @example msg`${counted(notes.length)} new notifications`
 */
export function counted(count: number): Count {
  return { count };
}

/** Makes a message of a declared text with `{0}`, `{1}` … for the values. */
export function declaredMessage(template: string, ...values: readonly MessageValue[]): MessageTemplate {
  return new TranslatableMessage(template, values);
}

/** Returns a message unchanged, and a plain text as a message without values. */
export function asMessage(text: Message): MessageTemplate {
  return typeof text === 'string' ? new TranslatableMessage(text, []) : text;
}

/** Whether `msg`, `declaredMessage` or `asMessage` of this process has made a value. */
export function isMessage(value: unknown): value is MessageTemplate {
  return value instanceof TranslatableMessage;
}

/** Fills the values of a message into its template, which may be a translated one. */
export function textOf({ template, values }: MessageTemplate): string {
  if (values.length === 0) return template;
  return template.replaceAll(/\{(\d+)\}/g, (place, index: string) => {
    const value = values[Number(index)] ?? place;
    if (typeof value !== 'object') return String(value);
    return 'count' in value ? String(value.count) : textOf(value);
  });
}

/** Returns the English text of a message. */
export const inEnglish: Translate = (text) => textOf(asMessage(text));
