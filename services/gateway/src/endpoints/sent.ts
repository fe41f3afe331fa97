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

/** A list in one value, as in `a,b`; nothing is trimmed, and what is no text stays as it was sent. */
export function toList(value: Sent | undefined): string[] | Sent | undefined {
  const text: unknown = value;
  return typeof text === 'string' ? text.split(',').filter((entry) => entry !== '') : value;
}
