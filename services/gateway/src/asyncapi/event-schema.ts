import { eventSchemas, eventVerbs, type EntityEvents } from '@svc/contracts';
import { z } from 'zod';

/** A JSON Schema. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** A type of event: `svc.record.updated`. */
export interface EventType {
  readonly entity: keyof EntityEvents;
  readonly verb: string;
  readonly type: string;
}

/** All types of events, in the order of the contracts. */
export const eventTypes: readonly EventType[] = Object.entries(eventVerbs).flatMap(([entity, verbs]) =>
  verbs.map((verb) => ({
    entity: entity as keyof EntityEvents,
    verb,
    type: `svc.${entity}.${verb}`,
  })),
);

/** The JSON Schema of the events of a type. A consumer accepts properties that it does not name: later versions may add some. */
export function eventSchema({ entity, type }: EventType, target: 'draft-7' | 'draft-2020-12'): JsonSchema {
  const schema = z.toJSONSchema(eventSchemas[entity], {
    target,
    io: 'input',
    unrepresentable: 'any',
  }) as JsonSchema & { readonly properties: JsonSchema };
  return { ...schema, title: type, properties: { ...schema.properties, type: { const: type } } };
}
