import { setTimeout as delay } from 'node:timers/promises';
import type { Door } from '../support/http.ts';
import type { World } from '../support/world.ts';

/** The interval of readiness checks in milliseconds; a stopping gateway has to drain for longer than that. */
const probeMs = 100;

/** A load balancer: sends each request to the next of the gateways that were ready at the last check. */
export class Balancer implements Door {
  readonly #world: Pick<World, 'gatewayUrls' | 'services'>;
  #ready: readonly string[];
  #isStopped = false;
  #turn = 0;
  readonly #probing: Promise<void>;

  constructor(world: Pick<World, 'gatewayUrls' | 'services'>) {
    this.#world = world;
    this.#ready = world.gatewayUrls;
    this.#probing = this.#probe();
  }

  get gatewayUrl(): string {
    return this.#ready[(this.#turn += 1) % this.#ready.length] as string;
  }

  /** The gateways that were ready at the last check, or at the last one at which any was. */
  get gatewayUrls(): readonly string[] {
    return this.#ready;
  }

  async stop(): Promise<void> {
    this.#isStopped = true;
    await this.#probing;
  }

  async #probe(): Promise<void> {
    while (!this.#isStopped) {
      const gateways = this.#world.services.filter(({ service }) => service === 'gateway');
      const ready = await Promise.all(
        gateways.map(async ({ httpUrl, opsUrl }) => {
          const answer = await fetch(`${opsUrl}/readyz`).catch(() => undefined);
          return answer?.ok && httpUrl !== undefined ? [httpUrl] : [];
        }),
      );
      const urls = ready.flat();
      if (urls.length > 0) this.#ready = urls;
      await delay(probeMs);
    }
  }
}
