import type { Sent } from './sent.ts';

/** A conversion of a sent value, before the service validates it: spellings that clients use and the operation's schema does not have. */
export interface Coercion<Value = unknown> {
  readonly coerce: (sent: Sent | undefined) => Value;
  /** The further spellings as JSON Schema, for the documentation. */
  readonly spellings: Readonly<Record<string, unknown>>;
  /** Whether the entries of a list are separated by commas in one value. */
  readonly isList?: true;
}

/** A switch: only `true` and `1` are on. */
export const isOn: Coercion<boolean> = {
  coerce: (sent) => flagIn(sent) === true,
  spellings: { type: 'string', description: '`true` and `1` are on; anything else is off.' },
};

/** A switch that is on unless it is `false` or `0`. */
export const isNotOff: Coercion<boolean> = {
  coerce: (sent) => flagIn(sent) !== false,
  spellings: { type: 'string', description: '`false` and `0` are off; anything else is on.' },
};

/** A flag that may be absent: `true`, `1`, `false` and `0` as booleans, anything else as it was sent. */
export const flag: Coercion<boolean | Sent | undefined> = {
  coerce: flagIn,
  spellings: { enum: ['true', '1', 'false', '0'] },
};

function flagIn(sent: Sent | undefined): boolean | Sent | undefined {
  const text: unknown = sent;
  if (text === 'true' || text === '1') return true;
  if (text === 'false' || text === '0') return false;
  return sent;
}

/** A list in one value, such as `a,b`. Nothing is trimmed; anything but a non-empty text stays as it was sent. */
export const commaList: Coercion<string[] | Sent | undefined> = {
  coerce: (sent) => {
    const text: unknown = sent;
    if (typeof text !== 'string' || text === '') return sent;
    return text.split(',').filter((entry) => entry !== '');
  },
  spellings: { type: 'string', description: 'The entries, separated by commas.' },
  isList: true,
};

/** A text that some clients encode twice. Text that is not encoded stays as it is. */
export const decodedOnceMore: Coercion<string | Sent | undefined> = {
  coerce: (sent) => {
    const text: unknown = sent;
    if (typeof text !== 'string') return sent;
    try {
      return decodeURIComponent(text);
    } catch {
      return text;
    }
  },
  spellings: { type: 'string', description: 'May be percent-encoded twice.' },
};

/** A text that may be absent: the operation then refuses an empty one with an error of its own. */
export const orEmpty: Coercion<Sent | ''> = {
  coerce: (sent) => sent ?? '',
  spellings: {},
};
