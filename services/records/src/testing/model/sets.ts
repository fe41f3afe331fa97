import fc from 'fast-check';
import type { ModelPlans } from './model-write.ts';

/** A flag of a request: whether it is on, and how it was sent. */
export const flag = fc.oneof(
  fc.constantFrom<unknown>(false, 'false', undefined).map((sent) => [false, sent] as const),
  fc.constantFrom<unknown>(true, 'true', 1, '1').map((sent) => [true, sent] as const),
);

type Entry = readonly [value: string, remove: readonly [boolean, unknown]];

/** Writes of a set of these values. */
export function sets(value: fc.Arbitrary<string>): ModelPlans {
  const entries = fc.array(fc.tuple(value, flag), { maxLength: 4 });
  return fc.tuple(entries, flag).map(([written, [isForced, force]]) => () => ({
    input: {
      values: written.map(([text, [, remove]]) => ({ value: text, delete: remove })),
      force_values: force,
    },
    next: (before) => applied(isForced ? [] : listOf(before), written),
    kept(before) {
      const values = listOf(before);
      return applied(
        values,
        written.filter(([text, [isRemoved]]) => isRemoved || !values.includes(text)),
      );
    },
  }));
}

function listOf(before: unknown): readonly string[] {
  return (before ?? []) as string[];
}

function applied(before: readonly string[], written: readonly Entry[]): string[] | undefined {
  let values = [...before];
  for (const [text, [isRemoved]] of written) {
    if (isRemoved) values = values.filter((other) => other !== text);
    else if (!values.includes(text)) values.push(text);
  }
  return values.length === 0 ? undefined : values;
}
