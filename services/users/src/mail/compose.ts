import { declaredMessage, type MessageTemplate, type Translate } from '@svc/contracts';
import { type Language, languageTag } from '@svc/language';
import { escapeHtml, isolatedHtml } from '../notifications/escape-html.ts';
import type { MailBody } from './mail-message.ts';

/** A paragraph of a mail, in both of its forms. */
export interface Paragraph {
  readonly text: string;
  readonly html: string;
}

const maxSubjectLength = 120;

/** Plain text as a paragraph. */
export function paragraph(text: string): Paragraph {
  return { text, html: escapeHtml(text) };
}

/** A text of the service as a paragraph; in HTML its values keep their direction. */
export function messageParagraph({ template, values }: MessageTemplate, translate: Translate): Paragraph {
  const isolated = values.map((value) => (typeof value === 'string' ? isolatedHtml(value) : value));
  return {
    text: translate(declaredMessage(template, ...values)),
    html: translate(declaredMessage(template, ...isolated)),
  };
}

/** A mail from its paragraphs; line ends stay what they are in both forms. Without a language nobody knows that of its text. */
export function compose(subject: string, paragraphs: readonly Paragraph[], language?: Language): MailBody {
  const written = language
    ? `lang="${languageTag(language)}" dir="${language.rtl ? 'rtl' : 'ltr'}"`
    : 'lang="" dir="auto"';
  const html = paragraphs.map((each) => `<p>${each.html.replaceAll(/\r?\n/g, '<br>\n')}</p>`);
  return {
    subject: oneLine(subject, maxSubjectLength),
    text: `${paragraphs.map(({ text }) => text.replaceAll('\r\n', '\n')).join('\n\n')}\n`,
    html: [
      `<!doctype html>\n<html ${written}>\n<body>`,
      // Webmail drops html and body, and what is said of them.
      `<div ${written} style="text-align: start">`,
      ...html,
      '</div>\n</body>\n</html>\n',
    ].join('\n'),
  };
}

/** A text on one line, cut to so many characters. */
export function oneLine(text: string, longest: number): string {
  const characters = [...text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()];
  if (characters.length <= longest) return characters.join('');
  return `${characters.slice(0, longest - 1).join('')}…`;
}
