import type { Model } from 'mongoose';
import type { Store, Write } from '@svc/service-kit';
import { asDocument } from '../store/as-document.ts';
import { markModel, type Mark } from './mark.ts';

/** What marks may be about: an event, its record, and the comment that it tells of. */
export interface MarkedThings {
  readonly event?: { readonly id: string };
  readonly record?: { readonly id: number };
  readonly comment?: { readonly id: number } | undefined;
}

/** What is known of such things. */
export interface Marked {
  /** The event was told. */
  readonly isTold: boolean;
  /** The record or the comment was deleted. */
  readonly isGone: boolean;
  readonly comment: Mark | undefined;
}

/** What was told already, what was deleted, and what comments say now. */
export class Marks {
  readonly #store: Store;
  readonly #model: Model<Mark>;

  constructor(store: Store) {
    this.#store = store;
    this.#model = markModel(store.connection);
  }

  /** Of an event that is told in the same commit: a second one cannot be committed. */
  noteEvent(eventId: string): Write {
    const document = asDocument({ _id: idOf('event', eventId), at: new Date() });
    return { model: { name: 'insertOne', namespace: this.#store.namespace(this.#model), document } };
  }

  /** What is known of any of these, read at once. */
  async about(all: readonly MarkedThings[]): Promise<(things: MarkedThings) => Marked> {
    const found = await this.#model.find({ _id: { $in: all.flatMap(idsOf) } }).lean<Mark[]>();
    const marks = new Map(found.map((mark) => [mark._id, mark]));
    return (things) => ({
      isTold: things.event !== undefined && marks.has(idOf('event', things.event.id)),
      isGone: idsOf(things).some((id) => marks.get(id)?.isGone),
      comment: things.comment && marks.get(idOf('comment', things.comment.id)),
    });
  }

  /** A record or comment is gone for ever, with what was known of it. */
  async gone(kind: 'record' | 'comment', id: number): Promise<void> {
    const change = { $set: { isGone: true, at: new Date() }, $unset: { text: 1, version: 1 } };
    await this.#model.updateOne({ _id: idOf(kind, id) }, change, { upsert: true });
  }

  /** A comment has another text; an older one than what is known changes nothing, and of one that is gone none is kept. */
  async changed(commentId: number, { text, version }: { text: string; version: number }): Promise<void> {
    const isNewer = { $gt: [version, { $ifNull: ['$version', 0] }] };
    const unlessGone = (value: object) => ({ $cond: ['$isGone', '$$REMOVE', value] });
    const change = {
      text: unlessGone({ $cond: [isNewer, { $literal: text }, '$text'] }),
      version: unlessGone({ $max: ['$version', version] }),
      at: new Date(),
    };
    const filter = asDocument({ _id: idOf('comment', commentId) });
    await this.#model.collection.updateOne(filter, [{ $set: change }], { upsert: true });
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
