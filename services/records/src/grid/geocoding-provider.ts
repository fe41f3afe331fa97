import type { Call } from '@svc/service-kit';
import type { Point } from '../model/places.ts';

/** Where an address is, as a provider has it. */
export interface LocatedAddress extends Point {
  /** The address in the provider's words. */
  readonly label: string;
  /** What kind of place it is in the provider's words: `house`, `city`. */
  readonly level?: string;
}

/** Finds addresses on the map. Without one, addresses stay text. */
export interface GeocodingProvider {
  /**
   * Undefined when the provider knows no such address.
   * @throws Error when it does not answer, in time or at all.
   */
  locate(address: string, deadline: Call['deadline']): Promise<LocatedAddress | undefined>;
}
