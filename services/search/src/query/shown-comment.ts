import { cleanText } from '@svc/service-kit';

/** Nobody writes more. Cleaning takes the square of their number in time, and a page has fifty comments to clean. */
const maxTags = 1_000;

const tags = /<[^<>]*>/g;

/** A comment as a hit shows it: cleaned once more, since an event may say anything. With very many tags its text remains. */
export function shownComment(content: string): string {
  const opened = content.split('<').length - 1;
  return cleanText(opened <= maxTags ? content : content.replaceAll(tags, '').replaceAll('<', '&lt;'));
}
