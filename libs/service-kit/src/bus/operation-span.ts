import { serviceOf, type Operation } from '@svc/contracts';
import type { Span } from '../tracing/span.ts';
import type { Envelope, Reply } from './wire.ts';

/** An operation in a trace, as its caller waits for it or as the service answers it. */
export function operationSpan(
  kind: 'client' | 'server',
  operation: Operation,
  { traceparent, requestId }: Partial<Pick<Envelope, 'traceparent'>> & Pick<Envelope, 'requestId'>,
): Span {
  return {
    name: operation.name,
    kind,
    traceparent,
    attributes: {
      'rpc.system': 'nats',
      'rpc.service': serviceOf(operation),
      'rpc.method': operation.name,
      'svc.request_id': requestId,
    },
  };
}

/** A refusal is an answer like any other; only what a service could not do is a failure of it. */
export function noteOutcome(span: Span, { code, status }: Pick<Reply, 'code' | 'status'>): void {
  if (code === undefined) return;
  span.attributes['svc.outcome'] = code;
  if (status >= 500) span.failure = code;
}
