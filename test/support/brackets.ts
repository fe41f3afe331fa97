/** Writes values in bracket notation, as jQuery does: `a[]=1&b[c]=2&d[0][e]=3`. */
export function stringifyBrackets(values: Readonly<Record<string, unknown>>): string {
  return Object.entries(values)
    .flatMap(([key, value]) => pairs(key, value))
    .map(([key, value]) => `${encodeURIComponent(key)}=${encodeURIComponent(value)}`)
    .join('&');
}

function pairs(key: string, value: unknown): [string, string][] {
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown, index) =>
      pairs(isObject(item) ? `${key}[${index}]` : `${key}[]`, item),
    );
  }
  if (isObject(value))
    return Object.entries(value).flatMap(([name, inner]) => pairs(`${key}[${name}]`, inner));
  return [[key, String(value)]];
}

const isObject = (value: unknown): value is object => typeof value === 'object' && value !== null;
