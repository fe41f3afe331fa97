/** Writes values in bracket notation: `a[]=1&b[c]=2&d[0][e]=3`. */
export const stringifyBrackets = (values: Readonly<Record<string, unknown>>) =>
  write(values, encodeURIComponent);

/** A query string in all forms in which clients write brackets: literal, percent-encoded, and with indexes. */
export const bracketForms = (values: Readonly<Record<string, unknown>>): string[] => [
  write(values, literal),
  stringifyBrackets(values),
  write(values, literal, true),
];

function write(
  values: Readonly<Record<string, unknown>>,
  encode: (key: string) => string,
  isIndexed = false,
): string {
  return Object.entries(values)
    .flatMap(([key, value]) => pairs(key, value, isIndexed))
    .map(([key, value]) => `${encode(key)}=${encodeURIComponent(value)}`)
    .join('&');
}

function pairs(key: string, value: unknown, isIndexed: boolean): [string, string][] {
  if (Array.isArray(value)) {
    if (value.length === 0) return [[`${key}[]`, '']];
    return value.flatMap((item: unknown, index) =>
      pairs(isIndexed || isObject(item) ? `${key}[${index}]` : `${key}[]`, item, isIndexed),
    );
  }
  if (!isObject(value)) return [[key, String(value)]];
  return Object.entries(value).flatMap(([name, inner]) => pairs(`${key}[${name}]`, inner, isIndexed));
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Percent-encodes a key except its brackets. */
function literal(key: string): string {
  return encodeURIComponent(key).replaceAll('%5B', '[').replaceAll('%5D', ']');
}
