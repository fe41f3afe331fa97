import { escapeHtml } from '../notifications/escape-html.ts';
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

/** A mail from its paragraphs; line ends stay what they are in both forms. */
export function compose(subject: string, paragraphs: readonly Paragraph[], language: string): MailBody {
  const html = paragraphs.map((each) => `<p>${each.html.replaceAll(/\r?\n/g, '<br>\n')}</p>`);
  return {
    subject: oneLine(subject, maxSubjectLength),
    text: `${paragraphs.map(({ text }) => text.replaceAll('\r\n', '\n')).join('\n\n')}\n`,
    html: `<!doctype html>\n<html lang="${escapeHtml(language)}">\n<body>\n${html.join('\n')}\n</body>\n</html>\n`,
  };
}

/** A text on one line, cut to so many characters. */
export function oneLine(text: string, longest: number): string {
  const characters = [...text.replaceAll(/[\s\p{Cc}]+/gu, ' ').trim()];
  if (characters.length <= longest) return characters.join('');
  return `${characters.slice(0, longest - 1).join('')}…`;
}
