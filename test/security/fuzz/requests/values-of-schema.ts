import fc from 'fast-check';
import type { z } from 'zod';
import { plainText } from './texts.ts';

type ByName = Readonly<Record<string, fc.Arbitrary<unknown>>>;

/** The values that real clients send, by name. */
export interface Vocabulary {
  /** For values that a schema describes. */
  readonly values: ByName;
  /** For values that a schema leaves open. */
  readonly shapes: ByName;
}

/**
 * Generates valid values for a schema, from the vocabulary if it has the name.
 * @throws Error when the schema leaves a value open and the vocabulary does not have its name.
 */
export function valuesOf(schema: z.core.$ZodType, name: string, words: Vocabulary): fc.Arbitrary<unknown> {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (of: z.core.$ZodType) => valuesOf(of, name, words);
  const isFree = def.type === 'record' || def.type === 'unknown';
  const known = isFree ? words.shapes[name] : words.values[name];
  if (known) return known;
  switch (def.type) {
    case 'string':
      return plainText;
    case 'number':
      return fc.oneof(fc.nat({ max: 50 }), fc.nat().map(String));
    case 'boolean':
      return fc.constantFrom<unknown>(true, false, '1', '0', 'true', 'false');
    case 'array':
      // PHP clients send an empty map as an empty list.
      if ((def.element as z.core.$ZodTypes)._zod.def.type === 'never') return fc.constant([]);
      return fc.array(inner(def.element), { minLength: 1, maxLength: 3 });
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(def.shape).map(([key, value]) => [key, valuesOf(value, key, words)]),
        ),
      );
    case 'union':
      return fc.oneof(...def.options.map(inner));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
      return inner(def.innerType);
    case 'pipe':
      return inner((def.in as z.core.$ZodTypes)._zod.def.type === 'transform' ? def.out : def.in);
    case 'literal':
      return fc.constantFrom<unknown>(...def.values);
    case 'enum':
      return fc.constantFrom<unknown>(...Object.values(def.entries));
    default:
      throw new Error(`nothing says what clients send as ${name}: give it a row in vocabulary.ts`);
  }
}
