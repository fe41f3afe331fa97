import { AsyncLocalStorage } from 'node:async_hooks';
import { hostname } from 'node:os';
import {
  isSpanContextValid,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
  type Context,
  type SpanContext,
  type Span as RecordedSpan,
} from '@opentelemetry/api';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { resourceFromAttributes } from '@opentelemetry/resources';
import {
  BatchSpanProcessor,
  ParentBasedSampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
  type Sampler,
  type SpanExporter,
} from '@opentelemetry/sdk-trace';
import type { Logger } from '../log/create-logger.ts';
import { spans, type Span } from './span.ts';

/** The settings of the recording of spans. */
export interface RecordSpansOptions {
  readonly service: string;
  readonly version: string;
  /** The OTLP endpoint; traces go to `/v1/traces` below it. */
  readonly endpoint: string;
  /** The fraction of traces that is recorded, from 0 to 1. */
  readonly ratio: number;
  readonly log: Logger;
}

const kinds = {
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
  internal: SpanKind.INTERNAL,
};

/** How long the export may take at the end, in milliseconds: an unavailable collector must not keep a process from ending. */
const exportTimeoutMs = 5_000;

/** Sends the spans of this process to a collector, until the returned function is called. */
export function recordSpans({
  service,
  version,
  ratio,
  ...options
}: RecordSpansOptions): () => Promise<void> {
  const provider = new TracerProvider({
    resource: resourceFromAttributes({
      'service.name': service,
      'service.namespace': 'records-service',
      'service.version': version,
      'service.instance.id': `${hostname()}-${process.pid}`,
    }),
    sampler: samplerOf(ratio),
    spanProcessors: [
      new BatchSpanProcessor({ exporter: exporterTo(options), exportTimeoutMillis: exportTimeoutMs }),
    ],
  });
  const tracer = provider.getTracer('svc', version);
  const active = new AsyncLocalStorage<Context | undefined>();
  const recorded = new WeakMap<Span, RecordedSpan>();

  /** The context for work within this span; when no trace is recorded, that of the surrounding work. */
  const begin = (span: Span): Context | undefined => {
    const parent = parentOf(span, active.getStore());
    if (!parent) return active.getStore();
    const made = tracer.startSpan(span.name, { kind: kinds[span.kind], attributes: span.attributes }, parent);
    recorded.set(span, made);
    span.traceparent = toTraceparent(made.spanContext());
    return trace.setSpan(ROOT_CONTEXT, made);
  };
  const end = (span: Span) => {
    const made = recorded.get(span);
    made?.updateName(span.name).setAttributes(span.attributes);
    if (span.failure !== undefined)
      made?.setAttribute('error.type', span.failure).setStatus({ code: SpanStatusCode.ERROR });
    made?.end();
  };
  const listeners = { asyncEnd: end, error: noteFailure };
  spans.start.bindStore(active, (span) => begin(span));
  spans.subscribe(listeners as Parameters<typeof spans.subscribe>[0]);
  return async () => {
    spans.start.unbindStore(active);
    spans.unsubscribe(listeners as Parameters<typeof spans.subscribe>[0]);
    // The exporter has logged that spans could not be sent.
    await provider.shutdown().catch(() => undefined);
  };
}

/** Sets the failure of a span to the code of the error, otherwise to its name, but never to its message, which may contain what users wrote. */
function noteFailure(span: Span & { readonly error?: unknown }): void {
  const { code, name } = span.error as { code?: unknown; name?: string };
  span.failure ??= typeof code === 'string' ? code : (name ?? 'unknown');
}

/**
 * Decides for an incoming HTTP request, by the id of its trace, whether the trace is recorded, whatever the client requests. All other
 * spans follow this decision.
 */
function samplerOf(ratio: number): Sampler {
  const byId = new TraceIdRatioBasedSampler(ratio);
  const byParent = new ParentBasedSampler({ root: byId });
  return {
    shouldSample: (...[context, traceId, name, kind, attributes, links]) =>
      'http.request.method' in attributes && kind === SpanKind.SERVER
        ? byId.shouldSample(context, traceId)
        : byParent.shouldSample(context, traceId, name, kind, attributes, links),
    toString: () => `ByIdAtTheDoor(${ratio})`,
  };
}

/** Returns the parent of a span. Work that continues after the surrounding span has ended belongs to no trace, because traces end. */
function parentOf({ traceparent, isRoot = false }: Span, around: Context | undefined): Context | undefined {
  const remote = traceparent === undefined ? undefined : toSpanContext(traceparent);
  if (remote) return trace.setSpanContext(ROOT_CONTEXT, remote);
  if (around && trace.getSpan(around)?.isRecording()) return around;
  return isRoot ? ROOT_CONTEXT : undefined;
}

function toSpanContext(traceparent: string): SpanContext | undefined {
  const [, traceId = '', spanId = '', flags = ''] = traceparent.split('-');
  const context = { traceId, spanId, traceFlags: Number.parseInt(flags, 16) & 1, isRemote: true };
  return isSpanContextValid(context) ? context : undefined;
}

function toTraceparent({ traceId, spanId, traceFlags }: SpanContext): string {
  return `00-${traceId}-${spanId}-0${traceFlags & 1}`;
}

/** Exports spans to the collector. Spans that it does not accept are lost, which is logged once, until it accepts spans again. */
function exporterTo({ endpoint, log }: Pick<RecordSpansOptions, 'endpoint' | 'log'>): SpanExporter {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs });
  let isTaken = true;
  return {
    export: (batch, done) =>
      exporter.export(batch, (result) => {
        if (result.error && isTaken)
          log.warn({ err: result.error }, 'failed to export traces to the collector');
        if (!result.error && !isTaken) log.info('traces exported to the collector again');
        isTaken = result.error === undefined;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
