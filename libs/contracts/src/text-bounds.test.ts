import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { allCommands, allOperations } from './all-operations.ts';
import { eventSchemas } from './events/event-schemas.ts';
import { viewEventSchema } from './events/view-event.ts';

/** The places of texts without a maximum in a schema. Values that a schema leaves open are parsed, and bounded, by field types and handlers. */
function unbounded(schema: z.core.$ZodType, path: string): string[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'string':
      return schema instanceof z.ZodString && schema.maxLength === null ? [path] : [];
    case 'object':
      return Object.entries(def.shape).flatMap(([key, value]) => unbounded(value, `${path}.${key}`));
    case 'array':
      return unbounded(def.element, `${path}[]`);
    case 'union':
      return def.options.flatMap((option) => unbounded(option, path));
    case 'record':
      return [...unbounded(def.keyType, `${path}.key`), ...unbounded(def.valueType, `${path}.*`)];
    case 'tuple':
      return def.items.flatMap((item, index) => unbounded(item, `${path}[${index}]`));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
    case 'readonly':
      return unbounded(def.innerType, path);
    case 'pipe':
      return [...unbounded(def.in, path), ...unbounded(def.out, path)];
    case 'custom':
    case 'transform':
    case 'unknown':
    case 'never':
    case 'number':
    case 'boolean':
    case 'literal':
    case 'enum':
      return [];
    default:
      throw new Error(`${path}: the walk does not know schemas of type ${def.type}`);
  }
}

test.each(allOperations)('every text in the input of $name has a maximum', ({ input }) => {
  expect(unbounded(input, '')).toEqual([]);
});

test.each(allCommands)('every text in the command $name has a maximum', ({ input }) => {
  expect(unbounded(input, '')).toEqual([]);
});

test.each(Object.entries({ ...eventSchemas, view: viewEventSchema }))(
  'every text in the event of a %s has a maximum',
  (_entity, schema) => {
    expect(unbounded(schema, '')).toEqual([]);
  },
);

test('every text of the actor of a request has a maximum', () => {
  expect(unbounded(actorSchema, '')).toEqual([]);
});
