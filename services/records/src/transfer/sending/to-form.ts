/** Encodes values as a form with nested brackets: `contact_data[post][ID]=12`. Unset values and empty lists are left out. */
export function toForm(values: Readonly<Record<string, unknown>>): string {
  const all = Object.entries(values).flatMap(([name, value]) => parameters(encoded(name), value));
  return all.join('&');
}

function parameters(name: string, value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'object')
    return Object.entries(value).flatMap(([key, inner]) => parameters(`${name}%5B${encoded(key)}%5D`, inner));
  return [`${name}=${encoded(typeof value === 'string' ? value : JSON.stringify(value))}`];
}

function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
