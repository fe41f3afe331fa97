import { serviceOf, type Operation } from '@svc/contracts';
import type { Span } from '../tracing/span.ts';
import type { Envelope, Reply } from './wire.ts';

/** Makes the span of an operation: for the caller that waits for it, or for the service that answers it. */
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

/** Sets the outcome of an operation in its span. A refusal is no failure of the span; an answer with status 500 or above is. */
export function noteOutcome(span: Span, { code, status }: Pick<Reply, 'code' | 'status'>): void {
  if (code === undefined) return;
  span.attributes['svc.outcome'] = code;
  if (status >= 500) span.failure = code;
}
