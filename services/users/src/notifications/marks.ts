import { asDocument, Collection, type Store, type Write } from '@svc/service-kit/store';

/** Longer than an event can take, including the dead letters and a repair by an operator. */
const keptSeconds = 60 * 24 * 60 * 60;

/** A note about an event, record or comment, so that late or repeated events change nothing. */
interface Mark {
  /** `event/<id>`, `record/<id>` or `comment/<id>`. */
  readonly _id: string;
  readonly isGone?: boolean;
  /** For an edited comment: its current text, and the version with this text. */
  readonly text?: string;
  readonly version?: number;
  readonly at: Date;
}

interface MarkedThings {
  readonly event?: { readonly id: string };
  readonly record?: { readonly id: number };
  readonly comment?: { readonly id: number } | undefined;
}

/** Which events were processed, what was deleted, and the current texts of comments. */
export class Marks {
  readonly #stored: Collection<Mark>;

  constructor(store: Store) {
    this.#stored = new Collection<Mark>(store, 'notification_marks', [
      { at: 1 },
      { expireAfterSeconds: keptSeconds },
    ]);
  }

  /** Marks an event as processed, in the commit of its notifications: a second commit for it fails. */
  noteEvent(eventId: string): Write {
    return this.#stored.insert({ _id: idOf('event', eventId), at: new Date() });
  }

  /** The marks of each of these things. */
  async about(all: readonly MarkedThings[]) {
    const found = await this.#stored.model.find({ _id: { $in: all.flatMap(idsOf) } }).lean<Mark[]>();
    const marks = new Map(found.map((mark) => [mark._id, mark]));
    return (things: MarkedThings) => ({
      isTold: things.event !== undefined && marks.has(idOf('event', things.event.id)),
      isGone: idsOf(things).some((id) => marks.get(id)?.isGone),
      comment: things.comment && marks.get(idOf('comment', things.comment.id)),
    });
  }

  /** Marks a record or comment as deleted for ever, and drops its stored text. */
  async gone(kind: 'record' | 'comment', id: number): Promise<void> {
    const change = { $set: { isGone: true, at: new Date() }, $unset: { text: 1, version: 1 } };
    await this.#stored.model.updateOne({ _id: idOf(kind, id) }, change, { upsert: true });
  }

  /** Stores a comment's new text, unless a newer one is stored or the comment is deleted. */
  async changed(commentId: number, { text, version }: { text: string; version: number }): Promise<void> {
    const isNewer = { $gt: [version, { $ifNull: ['$version', 0] }] };
    const unlessGone = (value: object) => ({ $cond: ['$isGone', '$$REMOVE', value] });
    const change = {
      text: unlessGone({ $cond: [isNewer, { $literal: text }, '$text'] }),
      version: unlessGone({ $max: ['$version', version] }),
      at: new Date(),
    };
    const filter = asDocument({ _id: idOf('comment', commentId) });
    await this.#stored.model.collection.updateOne(filter, [{ $set: change }], { upsert: true });
  }
}

function idsOf({ event, record, comment }: MarkedThings): string[] {
  return [
    ...(event ? [idOf('event', event.id)] : []),
    ...(record ? [idOf('record', record.id)] : []),
    ...(comment ? [idOf('comment', comment.id)] : []),
  ];
}

function idOf(kind: 'event' | 'record' | 'comment', id: number | string): string {
  return `${kind}/${id}`;
}
