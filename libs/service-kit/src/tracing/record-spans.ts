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

/** What spans are recorded with. */
export interface RecordSpansOptions {
  readonly service: string;
  readonly version: string;
  /** The OTLP endpoint; traces go to `/v1/traces` below it. */
  readonly endpoint: string;
  /** The part of traces that is recorded, from 0 to 1. */
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

/** A collector that is away must not keep a process from its end. */
const exportTimeoutMs = 5_000;

/** Sends the spans of this process to a collector, until the function that it answers is called. */
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

  /** The context of what is done in this span; without a trace to belong to, that of the work around it. */
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
    // What could not be sent was told.
    await provider.shutdown().catch(() => undefined);
  };
}

/** The code of one of the catalogue, else its name: messages may have what users wrote. */
function noteFailure(span: Span & { readonly error?: unknown }): void {
  const { code, name } = span.error as { code?: unknown; name?: string };
  span.failure ??= typeof code === 'string' ? code : (name ?? 'unknown');
}

/**
 * A client can neither have its trace recorded nor keep it from being: where a request comes in, the id of its trace decides. Everything
 * behind that follows.
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

/** Work that goes on after what it was begun within has ended is part of nothing: a trace ends. */
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

/** What the collector does not take is lost, and operators are told: once, until it takes some again. */
function exporterTo({ endpoint, log }: Pick<RecordSpansOptions, 'endpoint' | 'log'>): SpanExporter {
  const url = `${endpoint.replace(/\/$/, '')}/v1/traces`;
  const exporter = new OTLPTraceExporter({ url, timeoutMillis: exportTimeoutMs });
  let isTaken = true;
  return {
    export: (batch, done) =>
      exporter.export(batch, (result) => {
        if (result.error && isTaken) log.warn({ err: result.error }, 'traces are not taken by the collector');
        if (!result.error && !isTaken) log.info('the collector takes traces again');
        isTaken = result.error === undefined;
        done(result);
      }),
    forceFlush: () => exporter.forceFlush(),
    shutdown: () => exporter.shutdown(),
  };
}
