import { z } from 'zod';
import type { Endpoint, EndpointRequest } from '@svc/gateway/endpoint';
import { pickFrom, type Sent, type SentValues } from '@svc/gateway/sent';

export type Part = 'query' | 'body';

export interface Slot {
  readonly part: Part;
  /** The key in the query or body; `all` when the operation takes the whole part as `input`. */
  readonly key: string;
  readonly input: string;
  readonly schema: z.ZodType;
}

/** Stands for the whole of a part. */
export const all = '*';

class Marker {
  readonly part: Part;
  readonly key: string;

  constructor(part: Part, key: string) {
    this.part = part;
    this.key = key;
  }
}

/**
 * The values that an endpoint reads. To find them, its row maps a request of marked values to an input, so that new endpoints and
 * parameters need no second declaration.
 */
export function slotsOf(endpoint: Endpoint): readonly Slot[] {
  if (!('operation' in endpoint)) return [];
  const read: Marker[] = [];
  const input = endpoint.input(markedRequest(read));
  const { shape } = endpoint.operation.input as unknown as z.ZodObject;
  const taken = Object.entries(input).flatMap(([name, value]): Slot[] => {
    const marker = markerIn(value);
    const schema = shape[name] as z.ZodType | undefined;
    return marker && schema ? [{ part: marker.part, key: marker.key, input: name, schema }] : [];
  });
  const isTaken = ({ part, key }: Marker) => taken.some((slot) => slot.part === part && slot.key === key);
  // Values that the row only tests, such as switches, are not in the input.
  const switches = read.filter((marker) => marker.key !== all && !isTaken(marker));
  return [...taken, ...switches.map(({ part, key }) => ({ part, key, input: key, schema: z.boolean() }))];
}

function markedRequest(read: Marker[]): EndpointRequest {
  const query = marked('query', read);
  const body = marked('body', read);
  return {
    params: {},
    query,
    fromQuery: pickFrom(query),
    body,
    fromBody: pickFrom(body),
    origin: { address: '', isSecure: true, userAgent: '' },
    publicUrl: '',
    dialect: undefined,
    ifMatch: undefined,
  };
}

function marked(part: Part, read: Marker[]): SentValues {
  const get = (_target: object, key: string): Sent => {
    const marker = new Marker(part, key);
    read.push(marker);
    return marker as unknown as Sent;
  };
  return new Proxy<SentValues>({ [all]: undefined }, { get });
}

/** The marker of a single value, or of a copy of the whole part. */
function markerIn(value: unknown): Marker | undefined {
  if (value instanceof Marker) return value;
  const whole: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, all) : undefined;
  return whole instanceof Marker ? whole : undefined;
}
