import type { Call } from '@svc/service-kit';
import type { Point } from '../model/places.ts';

/** The location of an address, as found by a provider. */
export interface LocatedAddress extends Point {
  /** The address in the provider's words. */
  readonly label: string;
  /** The kind of place in the provider's words: `house`, `city`. */
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
