import type { LinkedRecord } from './linked-records.ts';

/** A record in a note: a link in Markdown, its number when it is not there any more. */
export function linkText(linked: LinkedRecord | undefined, id: number): string {
  return linked ? `[${linked.name}](${linked.permalink}/)` : `#${id}`;
}
