/** A record as connections to it show it. */
export interface LinkedRecord {
  readonly id: number;
  readonly postType: string;
  readonly name: string;
  /** The name again, for types that declare `labels_items`. */
  readonly label?: string;
  readonly createdAt: Date;
  readonly permalink: string;
  /** The option of its status field; null if its type has no such field or it is unset. */
  readonly status: { readonly key: string; readonly label: string; readonly color?: string } | null;
}

/** A record in a note: a Markdown link, or its number if the record no longer exists. */
export function linkText(linked: LinkedRecord | undefined, id: number): string {
  return linked ? `[${linked.name}](${linked.permalink})` : `#${id}`;
}

/** The existing records to which read shapes and notes refer. */
export type LinkedRecords = Pick<ReadonlyMap<number, LinkedRecord>, 'get'>;

/** The records that a write names and its author may pick. */
export interface NamedRecords {
  /** Whether a record of this type has this id. */
  has(postType: string, id: number): boolean;
  /** The record with exactly this title; the oldest if there are several. */
  byTitle(title: string, among: Nameable): number | undefined;
  /** The contact that represents the user with this e-mail address. */
  byEmail(email: string, among: Nameable): number | undefined;
}

/** Records that a title or e-mail address may name: those of a type that may be picked, and those already connected. */
export interface Nameable {
  readonly postType: string;
  readonly connected: readonly number[];
}
