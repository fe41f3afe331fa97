import { tracingChannel } from 'node:diagnostics_channel';

/** The header that W3C Trace Context travels in: of HTTP, of requests on the bus, and of messages in streams. */
export const traceHeader = 'traceparent';

/** A piece of work of a trace. What is written into it while the work is done is in the trace, too. */
export interface Span {
  name: string;
  readonly kind: 'server' | 'client' | 'producer' | 'consumer' | 'internal';
  /**
   * W3C Trace Context: what it is a part of and, once it has begun, itself. Without one it is part of the work that it is done within; only
   * a `root` begins a trace where there is none.
   */
  traceparent: string | undefined;
  readonly isRoot?: boolean;
  /** By the semantic conventions of OpenTelemetry. Never what a user has written. */
  readonly attributes: Record<string, string | number>;
  /** Why it failed: the code of an error, or its name. */
  failure?: string;
}

/** Where spans are told. `recordSpans` listens where tracing is switched on. */
export const spans = tracingChannel<unknown, Span>('svc.span');

/** Does work as a span. Where nobody listens it just does the work, without a span. */
export function traced<T>(begin: () => Span, work: (span?: Span) => Promise<T>): Promise<T> {
  if (!spans.hasSubscribers) return work();
  const span = begin();
  return spans.tracePromise(work, span, undefined, span);
}
