import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import type { ServiceMetrics } from './service-metrics.ts';

/** One thing a service needs to do its work: `check` throws while it has not got it. */
export interface ReadinessCheck {
  readonly name: string;
  check(): Promise<void> | void;
}

/** The port for operators: `/healthz` (alive), `/readyz` (which part is not ready), `/metrics` (Prometheus). */
export class OpsServer {
  readonly #server: Server;
  readonly #metrics: ServiceMetrics;
  #checks: readonly ReadinessCheck[] = [{ name: 'start', check: notStarted }];

  constructor(metrics: ServiceMetrics) {
    this.#metrics = metrics;
    this.#server = createServer((request, response) => void this.#answer(request, response));
  }

  /** Listens; the port is the real one when 0 was asked for. */
  async listen(port: number, host: string): Promise<number> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** From now on readiness is what these checks say. */
  setChecks(checks: readonly ReadinessCheck[]): void {
    this.#checks = checks;
  }

  close(): void {
    this.#server.close();
    this.#server.closeAllConnections();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const path = request.url?.split('?')[0];
    if (path === '/healthz') return send(response, 200, { status: 'ok' });
    if (path === '/readyz') return this.#answerReadiness(response);
    if (path !== '/metrics') return send(response, 404, { status: 'unknown path' });
    response.setHeader('content-type', this.#metrics.registry.contentType);
    response.end(await this.#metrics.registry.metrics());
  }

  async #answerReadiness(response: ServerResponse): Promise<void> {
    const parts = await Promise.all(
      this.#checks.map(async ({ name, check }) => [name, await outcomeOf(check)] as const),
    );
    const ready = parts.every(([, outcome]) => outcome === 'ok');
    send(response, ready ? 200 : 503, {
      status: ready ? 'ready' : 'not ready',
      parts: Object.fromEntries(parts),
    });
  }
}

function notStarted(): void {
  throw new Error('the service has not started yet');
}

async function outcomeOf(check: ReadinessCheck['check']): Promise<string> {
  try {
    await check();
    return 'ok';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
