import type { Operation } from '@svc/contracts';
import type { z } from 'zod';

declare const unchecked: unique symbol;

/**
 * A value as a client sent it, unchecked: the receiving service validates it against the operation's schema and names
 * it in the error. The type lets it be passed on as input and nothing else.
 */
export interface Sent {
  readonly [unchecked]: true;
}

/** The values a client sent, by name: a parsed query string or body. */
export type SentValues = Readonly<Record<string, Sent | undefined>>;

/** The input of an operation before validation: the right names, with values as clients sent them. */
export type SentInput<Input> = { readonly [Name in keyof Input]: Input[Name] | Sent | undefined };

/** Returns the values of these inputs of an operation, which clients send under the same names. */
export type PickSent<Input extends string> = <Name extends Input>(
  ...names: readonly Name[]
) => Record<Name, Sent | undefined>;

/** Makes the function that picks from these values. */
export function pickFrom(sent: SentValues): PickSent<string> {
  return <Name extends string>(...names: readonly Name[]) =>
    Object.fromEntries(names.map((name) => [name, sent[name]])) as Record<Name, Sent | undefined>;
}

/** Whether a switch in a query string is on: only `true` and `1` are. */
export function isOn(value: Sent | undefined): boolean {
  const text: unknown = value;
  return text === 'true' || text === '1';
}

/** A flag that may be absent: `true`, `1`, `false` and `0` as booleans, anything else as it was sent. */
export function toFlag(value: Sent | undefined): boolean | Sent | undefined {
  const text: unknown = value;
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  return value;
}

/** A list in one value, such as `a,b`. Nothing is trimmed; anything but a non-empty text stays as it was sent. */
export function toList(value: Sent | undefined): string[] | Sent | undefined {
  const text: unknown = value;
  if (typeof text !== 'string' || text === '') return value;
  return text.split(',').filter((entry) => entry !== '');
}

/**
 * Removes optional inputs of an operation that were sent as null or an empty text: they count as absent in every
 * endpoint. Values inside an input, such as the fields of a record, stay as they were sent.
 */
export function withoutAbsent({ input }: Pick<Operation, 'input'>): (sent: object) => object {
  const { shape } = input as unknown as z.ZodObject<Record<string, z.ZodType>>;
  const optional = new Set(
    Object.entries(shape).flatMap(([name, schema]) => (schema.safeParse(undefined).success ? [name] : [])),
  );
  const isAbsent = (name: string, value: unknown) => optional.has(name) && (value === null || value === '');
  return (sent) => Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isAbsent(name, value)));
}
