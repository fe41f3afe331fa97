import { tracingChannel } from 'node:diagnostics_channel';

/** The header of W3C Trace Context: in HTTP, in requests on the bus, and in messages of streams. */
export const traceHeader = 'traceparent';

/** A piece of work in a trace. Attributes that are set during the work are recorded, too. */
export interface Span {
  name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /**
   * W3C Trace Context of the parent and, once the span has begun, of itself. Without one, the surrounding work is the parent; only a `root`
   * begins a trace where there is none.
   */
  traceparent: string | undefined;
  readonly isRoot?: boolean;
  /** Attributes named by the semantic conventions of OpenTelemetry. They never contain what a user has written. */
  readonly attributes: Record<string, string | number>;
  /** Why the work failed: the code or the name of the error. */
  failure?: string;
}

/** The channel on which spans are published; `recordSpans` subscribes to it when tracing is on. */
export const spans = tracingChannel<unknown, Span>('svc.span');

/** Does work within a span; without a subscriber, it only does the work. */
export function traced<T>(begin: () => Span, work: (span?: Span) => Promise<T>): Promise<T> {
  if (!spans.hasSubscribers) return work();
  const span = begin();
  return spans.tracePromise(work, span, undefined, span);
}

/**
 * Begins a span for work that is no function of this program, and returns the function that ends it. The span is no parent: it must not
 * contain other spans.
 */
export function beginSpan(begin: () => Span): (error?: unknown) => void {
  if (!spans.hasSubscribers) return () => undefined;
  const span: Span & { error?: unknown } = begin();
  spans.start.runStores(span, () => undefined);
  return (error) => {
    if (error !== undefined) {
      span.error = error;
      spans.error.publish(span);
    }
    spans.asyncEnd.publish(span);
  };
}
