import type { Logger, ReadinessCheck } from '@svc/service-kit';
import type { GatewayConfig } from '../config.ts';
import type { GatewayHandler } from './request-state.ts';

const meaning =
  'everybody behind it counts as one address, so that the failed logins of one lock out all, and site links do not see HTTPS. ' +
  'Set TRUST_PROXY to the number of proxies in front, or to their addresses.';

/** Warns operators of a proxy in front that TRUST_PROXY does not name. */
export class UnnamedProxy {
  readonly #log: Logger;
  readonly #isPossible: boolean;
  #warning: string | undefined;

  constructor({ TRUST_PROXY, PUBLIC_URL }: Pick<GatewayConfig, 'TRUST_PROXY' | 'PUBLIC_URL'>, log: Logger) {
    this.#log = log;
    this.#isPossible = TRUST_PROXY === 0;
    // The gateway itself serves HTTP only.
    if (PUBLIC_URL.startsWith('https:')) this.#notice('PUBLIC_URL is https, which a proxy has to answer');
  }

  /** Looks for a header that proxies add. */
  readonly watch: GatewayHandler = (request, _response, next) => {
    if (request.headers['x-forwarded-for'] !== undefined) this.#notice('requests have X-Forwarded-For');
    next();
  };

  /** Never makes the gateway unready: any client can send that header. */
  readonly check: ReadinessCheck = { name: 'proxy', check: () => this.#warning };

  #notice(sign: string): void {
    if (!this.#isPossible || this.#warning !== undefined) return;
    this.#warning = `TRUST_PROXY is not set, but ${sign}: ${meaning}`;
    this.#log.warn(this.#warning);
  }
}
