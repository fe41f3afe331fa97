import type { LinkedRecord } from './linked-records.ts';

/** A record in a note: a Markdown link, or its number if the record no longer exists. */
export function linkText(linked: LinkedRecord | undefined, id: number): string {
  return linked ? `[${linked.name}](${linked.permalink}/)` : `#${id}`;
}
