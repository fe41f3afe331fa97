import type { Logger, ReadinessCheck } from '@svc/service-kit';
import type { GatewayConfig } from '../config.ts';
import type { GatewayHandler } from './request-state.ts';

const consequence =
  'all clients behind the proxy share one address, so failed logins of one client lock out all, and requests of site links ' +
  'do not count as HTTPS. Set TRUST_PROXY to the number of proxies in front of the gateway, or to their addresses.';

/** Warns operators of a proxy in front that TRUST_PROXY does not name. */
export class UnnamedProxy {
  readonly #log: Logger;
  readonly #isPossible: boolean;
  #warning: string | undefined;

  constructor({ TRUST_PROXY, PUBLIC_URL }: Pick<GatewayConfig, 'TRUST_PROXY' | 'PUBLIC_URL'>, log: Logger) {
    this.#log = log;
    this.#isPossible = TRUST_PROXY === 0;
    // The gateway itself serves HTTP only.
    if (PUBLIC_URL.startsWith('https:'))
      this.#notice('PUBLIC_URL begins with https, which a proxy in front serves');
  }

  /** Looks for a header that proxies add. */
  readonly watch: GatewayHandler = (request, _response, next) => {
    if (request.headers['x-forwarded-for'] !== undefined)
      this.#notice('requests have an X-Forwarded-For header');
    next();
  };

  /** Never makes the gateway unready: any client can send that header. */
  readonly check: ReadinessCheck = { name: 'proxy', check: () => this.#warning };

  #notice(sign: string): void {
    if (!this.#isPossible || this.#warning !== undefined) return;
    this.#warning = `TRUST_PROXY is not set, but ${sign}: ${consequence}`;
    this.#log.warn({ sign }, 'TRUST_PROXY does not name the proxy in front of the gateway');
  }
}
