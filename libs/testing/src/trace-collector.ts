import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { json } from 'node:stream/consumers';
import { listening } from './listening.ts';

type Value = { readonly stringValue?: string; readonly intValue?: number };

/** A span as OTLP has it in JSON. */
export interface CollectedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly status: { readonly code: number };
  readonly attributes: readonly { readonly key: string; readonly value: Value }[];
  /** Of the process that has sent it: `service.name`. */
  readonly service: string | undefined;
}

interface TraceRequest {
  readonly resourceSpans: readonly {
    readonly resource: { readonly attributes: CollectedSpan['attributes'] };
    readonly scopeSpans: readonly { readonly spans: readonly Omit<CollectedSpan, 'service'>[] }[];
  }[];
}

/** Stands in for an OpenTelemetry collector: keeps what it gets by OTLP over HTTP, or refuses it with `status`. */
export class TraceCollector {
  readonly spans: CollectedSpan[] = [];
  readonly authorizations = new Set<string | undefined>();
  status = 200;
  url = '';
  readonly #server = createServer((request, response) => void this.#take(request, response));

  static async listen(): Promise<TraceCollector> {
    const collector = new TraceCollector();
    collector.url = `http://127.0.0.1:${await listening(collector.#server)}`;
    return collector;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = (await json(request)) as TraceRequest;
    this.authorizations.add(request.headers.authorization);
    if (this.status === 200 && request.url === '/v1/traces') this.#keep(body);
    response.writeHead(this.status, { 'content-type': 'application/json' }).end('{}');
  }

  #keep({ resourceSpans }: TraceRequest): void {
    for (const { resource, scopeSpans } of resourceSpans) {
      const name = resource.attributes.find(({ key }) => key === 'service.name');
      const service = name?.value.stringValue;
      for (const span of scopeSpans.flatMap(({ spans }) => spans)) this.spans.push({ ...span, service });
    }
  }
}

/** The attributes of a span by their names. */
export function attributesOf({ attributes }: CollectedSpan): Record<string, string | number | undefined> {
  return Object.fromEntries(attributes.map(({ key, value }) => [key, value.stringValue ?? value.intValue]));
}
