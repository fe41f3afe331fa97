import { cleanText } from '@svc/service-kit';

/** More than anybody writes. Cleaning takes quadratic time, and a page has fifty comments to clean. */
const maxTags = 1_000;

const tags = /<[^<>]*>/g;

/** The comment of a hit, cleaned again because events are not trusted. With too many tags it is shown as plain text. */
export function shownComment(content: string): string {
  const opened = content.split('<').length - 1;
  return cleanText(opened <= maxTags ? content : content.replaceAll(tags, '').replaceAll('<', '&lt;'));
}
