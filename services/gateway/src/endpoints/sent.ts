import type { Operation } from '@svc/contracts';
import type { z } from 'zod';

declare const unchecked: unique symbol;

/**
 * A value as a client sent it. Nothing is known of it: the service that gets it checks it against the operation's
 * schema, and names it in the error. It may be passed on where an input wants a value, and nowhere else.
 */
export interface Sent {
  readonly [unchecked]: true;
}

/** What a client sent, by name: a parsed query string or body. */
export type SentValues = Readonly<Record<string, Sent | undefined>>;

/** The input of an operation, as the gateway knows it: the right names, with values that a client may have sent. */
export type SentInput<Input> = { readonly [Name in keyof Input]: Input[Name] | Sent | undefined };

/** Whether a switch in a query string is on: `true` and `1` are, everything else is off. */
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

/** A list in one value, as in `a,b`; nothing is trimmed, and what is no text, or an empty one, stays as it was sent. */
export function toList(value: Sent | undefined): string[] | Sent | undefined {
  const text: unknown = value;
  if (typeof text !== 'string' || text === '') return value;
  return text.split(',').filter((entry) => entry !== '');
}

/**
 * Leaves out of the input of an operation what is optional there and was sent as null or an empty text: it counts as absent,
 * whatever the endpoint. What stands for several values, such as the fields of a record, stays as it was sent.
 */
export function withoutAbsent({ input }: Pick<Operation, 'input'>): (sent: object) => object {
  const { shape } = input as unknown as z.ZodObject<Record<string, z.ZodType>>;
  const optional = new Set(
    Object.entries(shape).flatMap(([name, schema]) => (schema.safeParse(undefined).success ? [name] : [])),
  );
  const isAbsent = (name: string, value: unknown) => optional.has(name) && (value === null || value === '');
  return (sent) => Object.fromEntries(Object.entries(sent).filter(([name, value]) => !isAbsent(name, value)));
}
