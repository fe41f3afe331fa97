import type { Connection, Model } from 'mongoose';
import { storedModel } from '@svc/service-kit/store';
import { networkOf } from './network-of.ts';

/** The networks from which a user has logged in, newest first. */
interface UserAddresses {
  readonly _id: number;
  readonly networks: readonly { readonly network: string; readonly at: Date }[];
  readonly lastAt: Date;
}

const rememberedSeconds = 30 * 24 * 60 * 60;

/** Maximum number per user; the oldest is dropped. */
const maxNetworks = 100;

/** The networks from which users have logged in within the last thirty days. */
export class LoginNetworks {
  readonly #model: Model<UserAddresses>;

  constructor(connection: Connection) {
    this.#model = storedModel<UserAddresses>(connection, 'login_networks', [
      { lastAt: 1 },
      { expireAfterSeconds: rememberedSeconds },
    ]);
  }

  async has(userId: number, address: string): Promise<boolean> {
    const since = new Date(Date.now() - rememberedSeconds * 1000);
    const known = { $elemMatch: { network: networkOf(address), at: { $gt: since } } };
    return (await this.#model.exists({ _id: userId, networks: known })) !== null;
  }

  async remember(userId: number, address: string): Promise<void> {
    const network = { $literal: networkOf(address) };
    const others = {
      $filter: { input: { $ifNull: ['$networks', []] }, cond: { $ne: ['$$this.network', network] } },
    };
    const networks = { $slice: [{ $concatArrays: [[{ network, at: '$$NOW' }], others] }, maxNetworks] };
    const step = { $set: { networks, lastAt: '$$NOW' } };
    await this.#model.updateOne({ _id: userId }, [step], { upsert: true, updatePipeline: true });
  }
}
