import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { messageOf } from '../text/message-of.ts';
import { within } from '../time/within.ts';
import { withRemedies } from './degradation.ts';
import type { ServiceMetrics } from './service-metrics.ts';

/** A check of something that the service needs. */
export interface ReadinessCheck {
  readonly name: string;
  /**
   * Returns a warning for operators, if there is one although the service is ready.
   * @throws Error while the service lacks what it needs.
   */
  check(): Promise<string | undefined | void> | string | undefined | void;
}

/** The results of all checks: part → `ok` or what is missing; the degraded states; warnings for operators. */
interface Readiness {
  readonly status: 'ready' | 'degraded' | 'not ready';
  readonly parts: Readonly<Record<string, string>>;
  readonly degraded?: ReturnType<typeof withRemedies>;
  readonly warnings?: Readonly<Record<string, string>>;
}

/**
 * Milliseconds for which an idle connection of an HTTP server is kept: longer than common load balancers and the periods of monitoring keep theirs, so
 * that they are the ones to close it. A request on a connection that the server closes at that moment fails.
 */
export const keepAliveTimeout = 65_000;

/** How long a check may take, in milliseconds: less than clients of `/readyz` wait. */
const defaultCheckMilliseconds = 2_000;

/** The HTTP server for operators: `/healthz` (alive), `/readyz` (which part is not ready), `/metrics` (Prometheus). */
export class OpsServer {
  readonly #server: Server;
  readonly #metrics: ServiceMetrics;
  readonly #checkMilliseconds: number;
  #checks: readonly ReadinessCheck[] = [{ name: 'start', check: notStarted }];

  constructor(metrics: ServiceMetrics, options: { checkMilliseconds?: number } = {}) {
    this.#metrics = metrics;
    this.#checkMilliseconds = options.checkMilliseconds ?? defaultCheckMilliseconds;
    this.#server = createServer({ keepAliveTimeout }, (request, response) => {
      this.#answer(request, response).catch((error: unknown) =>
        send(response, 500, { status: 'failed', reason: String(error) }),
      );
    });
  }

  /** Starts listening; returns the port, also when 0 requested a free one. */
  async listen(port: number, host: string): Promise<number> {
    this.#server.listen(port, host);
    await once(this.#server, 'listening');
    return (this.#server.address() as AddressInfo).port;
  }

  /** Replaces the checks that decide readiness. */
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
    if (path === '/readyz') {
      const readiness = await this.readiness();
      return send(response, readiness.status === 'not ready' ? 503 : 200, readiness);
    }
    if (path !== '/metrics') return send(response, 404, { status: 'unknown path' });
    const { registry } = this.#metrics;
    const metrics = await registry.metrics();
    response.writeHead(200, { 'content-type': registry.contentType }).end(metrics);
  }

  /** Returns the answer of `/readyz`. */
  async readiness(): Promise<Readiness> {
    const [degraded, outcomes] = await Promise.all([
      this.#metrics.degradation.current(),
      Promise.all(this.#checks.map(async ({ name, check }) => [name, await this.#outcomeOf(check)] as const)),
    ]);
    const isDegraded = Object.keys(degraded).length > 0;
    const ready = outcomes.every(([, { part }]) => part === 'ok');
    const warnings = outcomes.flatMap(([name, { warning }]) => (warning ? [[name, warning] as const] : []));
    return {
      status: !ready ? 'not ready' : isDegraded ? 'degraded' : 'ready',
      parts: Object.fromEntries(outcomes.map(([name, { part }]) => [name, part])),
      ...(isDegraded && { degraded: withRemedies(degraded) }),
      ...(warnings.length > 0 && { warnings: Object.fromEntries(warnings) }),
    };
  }

  async #outcomeOf(check: ReadinessCheck['check']): Promise<{ part: string; warning?: string | undefined }> {
    try {
      const checked = (async () => check())();
      const warning = await within(this.#checkMilliseconds, checked);
      return { part: 'ok', warning: warning ?? undefined };
    } catch (error) {
      return { part: messageOf(error) };
    }
  }
}

function notStarted(): void {
  throw new Error('the service has not started yet');
}

function send(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
