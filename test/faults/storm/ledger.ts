/** A contact of the storm, with all acknowledged writes to it. Only one writer changes it, and each of its writes is repeated until it is acknowledged. */
export interface StormContact {
  readonly id: number;
  /** A unique word. */
  readonly name: string;
  /** The token of the user who made it. */
  readonly writer: string;
  /** Nicknames in the order of their writes. */
  readonly nicknames: string[];
  /** The texts of comments, also of those that the creation brought. */
  readonly comments: string[];
  /** The texts of comments that mention the reader of mentions. */
  readonly mentions: string[];
  /** The ids of connected contacts of the same writer. */
  readonly connected: Set<number>;
  /** How often the contact was shared with the guest, and the share was removed. */
  readonly shares: { added: number; removed: number };
  isShared: boolean;
  isDeleted: boolean;
}

export const writeKinds = [
  'create',
  'update',
  'comment',
  'mention',
  'connect',
  'disconnect',
  'share',
  'unshare',
  'delete',
] as const;

export type WriteKind = (typeof writeKinds)[number];

/** The acknowledged writes of a storm, the figures about them, and the promises that were broken. */
export class Ledger {
  readonly contacts: StormContact[] = [];
  readonly acknowledged = new Map<WriteKind, number>();
  readonly broken: string[] = [];
  /** Requests without an answer, and answers that ask for a repeat. */
  repeats = 0;
  /** Reads between the writes: of the last acknowledged value, or by the guest after the end of a share. */
  reads = 0;
  /** Milliseconds from the first request of a write to its acknowledgement. */
  longestMs = 0;

  get count(): number {
    return [...this.acknowledged.values()].reduce((sum, count) => sum + count, 0);
  }

  acknowledge(kind: WriteKind, milliseconds: number): void {
    this.acknowledged.set(kind, (this.acknowledged.get(kind) ?? 0) + 1);
    this.longestMs = Math.max(this.longestMs, milliseconds);
  }

  break(promise: string): void {
    this.broken.push(promise);
  }
}
