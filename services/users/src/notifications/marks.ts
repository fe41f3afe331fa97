import type { Model } from 'mongoose';
import type { Store, Write } from '@svc/service-kit';
import { asDocument } from '../store/as-document.ts';
import { markModel, type Mark } from './mark.ts';

/** What marks may be about. */
export interface MarkedThings {
  readonly eventId?: string;
  readonly recordId?: number;
  readonly commentId?: number | undefined;
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

  /** Whether nothing is to be told of these any more: it was told, or what it is about is gone. */
  async isOver({ eventId, ...about }: Required<MarkedThings>): Promise<boolean> {
    const ids = [idOf('event', eventId), ...idsOf(about)];
    const marks = await this.#model.find({ _id: { $in: ids } }).lean<Mark[]>();
    return marks.some(({ _id, isGone }) => isGone === true || _id.startsWith('event/'));
  }

  /** What is known of a record and of a comment on it. */
  async about(things: Omit<MarkedThings, 'eventId'>): Promise<{ isGone: boolean; comment?: Mark }> {
    const marks = await this.#model.find({ _id: { $in: idsOf(things) } }).lean<Mark[]>();
    const comment = marks.find(({ _id }) => _id.startsWith('comment/'));
    return { isGone: marks.some((mark) => mark.isGone), ...(comment && { comment }) };
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

function idsOf({ recordId, commentId }: Omit<MarkedThings, 'eventId'>): string[] {
  return [
    ...(recordId === undefined ? [] : [idOf('record', recordId)]),
    ...(commentId === undefined ? [] : [idOf('comment', commentId)]),
  ];
}

function idOf(kind: 'event' | 'record' | 'comment', id: number | string): string {
  return `${kind}/${id}`;
}
