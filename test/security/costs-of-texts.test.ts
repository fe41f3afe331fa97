import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { allOperations, maxLongTextLength } from '@svc/contracts';
import { plainText } from '@svc/service-kit';
import { cleanComment, cleanText } from '@svc/service-kit/clean-text';
import { cpuMsOf, maxRefusalMs, worstTexts } from '@svc/testing';

interface Place {
  readonly path: string;
  readonly schema: z.ZodType;
  readonly max: number;
}

/** The schemas of texts in an input, with what is made of them, and their maximum. */
function textsIn(schema: z.core.$ZodType, path: string, whole = schema): Place[] {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  const inner = (of: z.core.$ZodType, at = path) => textsIn(of, at, of);
  switch (def.type) {
    case 'string': {
      const max = schema instanceof z.ZodString ? schema.maxLength : null;
      return max === null ? [] : [{ path, schema: whole as z.ZodType, max }];
    }
    case 'object':
      return Object.entries(def.shape).flatMap(([key, value]) => inner(value, `${path}.${key}`));
    case 'array':
      return inner(def.element, `${path}[]`);
    case 'union':
      return def.options.flatMap((option) => inner(option));
    case 'record':
      return [...inner(def.keyType, `${path}.key`), ...inner(def.valueType, `${path}.*`)];
    case 'tuple':
      return def.items.flatMap((item) => inner(item));
    case 'optional':
    case 'nullable':
    case 'default':
    case 'catch':
    case 'readonly':
      return inner(def.innerType);
    case 'pipe':
      // The transformation is part of the cost.
      return [...textsIn(def.in, path, whole), ...inner(def.out)];
    default:
      return [];
  }
}

const bounded = allOperations
  .map(({ name, input }) => ({ name, places: textsIn(input, '') }))
  .filter(({ places }) => places.length > 0);

test.each(bounded)('no text at its limit is expensive for the input of $name', ({ places }) => {
  for (const { path, schema, max } of places)
    for (const [shape, text] of worstTexts(max)) {
      const ms = cpuMsOf(() => schema.safeParse(text));
      expect({ path, shape, isCheap: ms < maxRefusalMs, ms }).toMatchObject({ isCheap: true });
    }
});

test('the walk finds texts of all lengths', () => {
  const lengths = new Set(bounded.flatMap(({ places }) => places.map(({ max }) => max)));
  expect([...lengths]).toEqual(expect.arrayContaining([200, 1_000, 5_000, maxLongTextLength]));
});

test.each([
  ['cleanText', cleanText],
  ['cleanComment', cleanComment],
  ['plainText', plainText],
])('%s of a text of a line at its limit is cheap', (_name, clean: (text: string) => unknown) => {
  for (const [shape, text] of worstTexts(5_000))
    expect({ shape, ms: cpuMsOf(() => clean(text)) < maxRefusalMs }).toEqual({ shape, ms: true });
});
