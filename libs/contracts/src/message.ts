/** A value in a message; one that is a message itself is translated too. */
export type MessageValue = string | number | Count | MessageTemplate;

/** A number with which the words around it change: one notification, two notifications. */
export interface Count {
  readonly count: number;
}

/** A text for people, as template and values: it is translated for its reader where it leaves the service. */
export interface MessageTemplate {
  /** English, with `{0}`, `{1}` … for the values: the key of its translations. */
  readonly template: string;
  readonly values: readonly MessageValue[];
}

/** A text for people, with or without values. */
export type Message = string | MessageTemplate;

/** Translates a message for its reader. */
export type Translate = (text: Message) => string;

/**
 * Translations by language: English text → translation, both with `{0}`, `{1}` … for values. The plural forms of a text stand beside it:
 * `{0} new notifications_one`, `…_few`, `…_many`.
 */
export type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A class, so that messages can be distinguished from other objects anywhere in the data of an error. */
class TranslatableMessage implements MessageTemplate {
  readonly template: string;
  readonly values: readonly MessageValue[];

  constructor(template: string, values: readonly MessageValue[]) {
    this.template = template;
    this.values = values;
  }
}

/**
 * Tag for the texts of errors, notes and notifications that hold values.
 * @example new ServiceError('get_post_activity', msg`No permissions to read: ${postType.key}`)
 */
export function msg(strings: TemplateStringsArray, ...values: readonly MessageValue[]): MessageTemplate {
  const template = strings.reduce((text, part, index) => `${text}{${index - 1}}${part}`);
  return new TranslatableMessage(template, values);
}

/**
 * A value that chooses among the plural forms of its text; a text has one of them.
 * @example msg`${counted(notes.length)} new notifications`
 */
export function counted(count: number): Count {
  return { count };
}

/** A text of a declaration, with `{0}`, `{1}` … for the values. */
export function declaredMessage(template: string, ...values: readonly MessageValue[]): MessageTemplate {
  return new TranslatableMessage(template, values);
}

/** A text without values as a message. */
export function asMessage(text: Message): MessageTemplate {
  return typeof text === 'string' ? new TranslatableMessage(text, []) : text;
}

/** What `msg` and `asMessage` made in this process. */
export function isMessage(value: unknown): value is MessageTemplate {
  return value instanceof TranslatableMessage;
}

/** The text of a message with its values in place: in English, or of a translated template. */
export function textOf({ template, values }: MessageTemplate): string {
  if (values.length === 0) return template;
  return template.replaceAll(/\{(\d+)\}/g, (place, index: string) => {
    const value = values[Number(index)] ?? place;
    if (typeof value !== 'object') return String(value);
    return 'count' in value ? String(value.count) : textOf(value);
  });
}

/** The English text of a message. */
export const inEnglish: Translate = (text) => textOf(asMessage(text));
