import type { z } from 'zod';
import type { Endpoint } from '@svc/gateway/endpoint';
import type { Part, Source } from '@svc/gateway/input-sources';

export interface Slot {
  readonly part: Part;
  /** The key in the query or body; `all` when the operation takes the whole part as `input`. */
  readonly key: string;
  readonly input: string;
  readonly schema: z.ZodType;
}

/** Stands for the whole of a part. */
export const all = '*';

/** The values that an endpoint reads from the query and the body. */
export function slotsOf(endpoint: Endpoint): readonly Slot[] {
  if (!('operation' in endpoint)) return [];
  const { shape } = endpoint.operation.input as unknown as z.ZodObject<Record<string, z.ZodType>>;
  return Object.entries(endpoint.inputs).flatMap(([input, source]) => {
    const schema = shape[input];
    return schema ? placesOf(source).map((place) => ({ ...place, input, schema })) : [];
  });
}

function placesOf(source: Source): Pick<Slot, 'part' | 'key'>[] {
  switch (source.from) {
    case 'parameter':
      return [{ part: source.part, key: source.name }];
    case 'whole':
      return [{ part: source.part, key: all }];
    case 'first':
      return source.of.flatMap(placesOf);
    default:
      return [];
  }
}
