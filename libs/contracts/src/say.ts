/** A value in a message; one that is a message itself is translated too. */
export type SaidValue = string | number | Said;

/** A text for people, as template and values: it is translated for its reader where it leaves the service. */
export interface Said {
  /** English, with `{0}`, `{1}` … for the values: the key of its translations. */
  readonly template: string;
  readonly values: readonly SaidValue[];
}

/** A text for people, with or without values. */
export type Saying = string | Said;

/** Translates a message for its reader. */
export type Translate = (text: Saying) => string;

/** Translations by language: English text → translation, both with `{0}`, `{1}` … for values. */
export type Translations = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** A class, so that messages can be told from other objects anywhere in the data of an error. */
class SaidText implements Said {
  readonly template: string;
  readonly values: readonly SaidValue[];

  constructor(template: string, values: readonly SaidValue[]) {
    this.template = template;
    this.values = values;
  }
}

/**
 * Tag for the texts of errors, notes and notifications that hold values.
 * @example new ServiceError('get_post_activity', say`No permissions to read: ${postType.key}`)
 */
export function say(strings: TemplateStringsArray, ...values: readonly SaidValue[]): Said {
  const template = strings.reduce((text, part, index) => `${text}{${index - 1}}${part}`);
  return new SaidText(template, values);
}

/** What a declared text says, which has `{0}`, `{1}` … for the values. */
export function sayDeclared(template: string, ...values: readonly SaidValue[]): Said {
  return new SaidText(template, values);
}

/** A text as what is said. */
export function saying(text: Saying): Said {
  return typeof text === 'string' ? new SaidText(text, []) : text;
}

/** What `say` and `saying` made in this process. */
export function isSaid(value: unknown): value is Said {
  return value instanceof SaidText;
}

/** The text of a message with its values in place: in English, or of a translated template. */
export function textOf({ template, values }: Said): string {
  if (values.length === 0) return template;
  return template.replaceAll(/\{(\d+)\}/g, (place, index: string) => {
    const value = values[Number(index)] ?? place;
    return typeof value === 'object' ? textOf(value) : String(value);
  });
}

/** The English text of a message. */
export const inEnglish: Translate = (text) => textOf(saying(text));
