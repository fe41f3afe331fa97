/** What may stand in a text that is said. */
export type SaidValue = string | number;

/** A text for people, as template and values: where it leaves the service it is put in the language of who reads it. */
export interface Said {
  /** English, with `{0}`, `{1}` … for the values: the key of its translations. */
  readonly template: string;
  readonly values: readonly SaidValue[];
}

/**
 * Tag for the texts of errors, notes and notifications that hold values.
 * @example new ServiceError('get_post_activity', say`No permissions to read: ${postType.key}`)
 */
export function say(strings: TemplateStringsArray, ...values: readonly SaidValue[]): Said {
  const template = strings.reduce((text, part, index) => `${text}{${index - 1}}${part}`);
  return { template, values };
}

/** A text without values as what is said. */
export function saying(text: string | Said): Said {
  return typeof text === 'string' ? { template: text, values: [] } : text;
}

/** What is said with its values in place: in English, or after a translated template. */
export function textOf({ template, values }: Said): string {
  if (values.length === 0) return template;
  return template.replaceAll(/\{(\d+)\}/g, (place, index: string) => String(values[Number(index)] ?? place));
}
