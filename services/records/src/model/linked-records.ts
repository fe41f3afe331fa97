/** A record as connections to it show it. */
export interface LinkedRecord {
  readonly id: number;
  readonly postType: string;
  readonly name: string;
  /** The name once more, where its type has items of connections show it. */
  readonly label?: string;
  readonly createdAt: Date;
  readonly permalink: string;
  /** The option its status field holds; null when its type has no such field or it is unset. */
  readonly status: { readonly key: string; readonly label: string; readonly color?: string } | null;
}

/** The records that read shapes and notes point at. */
export interface LinkedRecords {
  /** Undefined for a record that is not there. */
  get(id: number): LinkedRecord | undefined;
}

/** The records that a write names, as far as whoever names them may pick them. */
export interface NamedRecords {
  /** Whether a record of this type has this id. */
  has(postType: string, id: number): boolean;
  /** The record with exactly this title; the oldest of several. */
  byTitle(title: string, among: Nameable): number | undefined;
  /** The contact that stands for the user with this e-mail. */
  byEmail(email: string, among: Nameable): number | undefined;
}

/** Which records a text may name: those of a type that may be picked, and those that are already connected. */
export interface Nameable {
  readonly postType: string;
  readonly connected: readonly number[];
}
