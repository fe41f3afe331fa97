import { declaredMessage, type MessageTemplate, type Translate } from '@svc/contracts';
import { type Language, languageTag } from '@svc/language';
import { escapeHtml, isolatedHtml, onOneLine, withoutControls } from '@svc/service-kit';
import type { MailBody } from './mail-message.ts';

export interface Paragraph {
  readonly text: string;
  readonly html: string;
}

const maxSubjectLength = 120;

export function paragraph(text: string): Paragraph {
  return { text, html: escapeHtml(text) };
}

/** A translated message as a paragraph. Its values are on one line; in HTML they are isolated, so that they keep their text direction. */
export function messageParagraph({ template, values }: MessageTemplate, translate: Translate): Paragraph {
  const lines = values.map((value) => (typeof value === 'string' ? onOneLine(value) : value));
  const isolated = lines.map((value) => (typeof value === 'string' ? isolatedHtml(value) : value));
  return {
    text: translate(declaredMessage(template, ...lines)),
    html: translate(declaredMessage(template, ...isolated)),
  };
}

/**
 * Composes a mail from paragraphs, keeping their line breaks. Without a language, which users' own texts lack, the mail
 * client determines the text direction.
 */
export function compose(subject: string, paragraphs: readonly Paragraph[], language?: Language): MailBody {
  const written = language
    ? `lang="${languageTag(language)}" dir="${language.rtl ? 'rtl' : 'ltr'}"`
    : 'lang="" dir="auto"';
  const html = paragraphs.map((each) => `<p>${each.html.replaceAll(/\r?\n/g, '<br>\n')}</p>`);
  return {
    subject: oneLine(subject, maxSubjectLength),
    text: `${paragraphs.map(({ text }) => withoutControls(text).replaceAll(/\r\n?/g, '\n')).join('\n\n')}\n`,
    html: [
      `<!doctype html>\n<html ${written}>\n<body>`,
      // Webmail removes the html and body elements with their attributes.
      `<div ${written} style="text-align: start">`,
      ...html,
      '</div>\n</body>\n</html>\n',
    ].join('\n'),
  };
}

/** A text on one line, without control characters, cut to a number of characters. */
export function oneLine(text: string, maxLength: number): string {
  const characters = [...onOneLine(text)];
  if (characters.length <= maxLength) return characters.join('');
  return `${characters.slice(0, maxLength - 1).join('')}…`;
}
