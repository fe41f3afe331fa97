import type { JsMsg } from 'nats';

/** The parts of a message that its handling may use: a delivery of its stream has them, and so has a replayed dead letter. */
export interface HandledMessage extends Pick<
  JsMsg,
  'subject' | 'data' | 'headers' | 'seq' | 'redelivered' | 'json' | 'string'
> {
  readonly info: Pick<JsMsg['info'], 'timestampNanos' | 'deliveryCount'>;
}
