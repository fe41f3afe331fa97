/** A flat map as PHP serialises it, which is how other systems store what they know besides of a value: `a:1:{s:1:"k";b:1;}`. */
export function phpMap(values: Readonly<Record<string, unknown>>): string {
  const entries = Object.entries(values);
  return `a:${entries.length}:{${entries.map(([key, value]) => scalar(key) + scalar(value)).join('')}}`;
}

/** The texts, numbers and flags of such a map; empty for anything else. */
export function readPhpMap(text: string): Record<string, string | number | boolean> {
  const bytes = Buffer.from(text);
  const begin = /^a:\d+:\{/.exec(text)?.[0].length;
  const values: [string, string | number | boolean][] = [];
  for (let at = begin ?? bytes.length; at < bytes.length && bytes[at] !== closing;) {
    const key = readScalar(bytes, at);
    const value = key && readScalar(bytes, key.end);
    if (!value) return {};
    if (value.value !== null) values.push([String(key.value), value.value]);
    at = value.end;
  }
  return Object.fromEntries(values);
}

const closing = '}'.charCodeAt(0);

function scalar(value: unknown): string {
  if (typeof value === 'boolean') return `b:${value ? 1 : 0};`;
  if (typeof value === 'number') return Number.isInteger(value) ? `i:${value};` : `d:${value};`;
  if (value === null || value === undefined) return 'N;';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return `s:${Buffer.byteLength(text)}:"${text}";`;
}

type Scalar = { readonly value: string | number | boolean | null; readonly end: number };

function readScalar(bytes: Buffer, at: number): Scalar | undefined {
  const head = bytes.toString('latin1', at, at + 40);
  if (head.startsWith('N;')) return { value: null, end: at + 2 };
  const [plain, kind, content] = /^([bid]):(-?[\d.Ee+-]{1,30});/.exec(head) ?? [];
  if (plain !== undefined)
    return { value: kind === 'b' ? content === '1' : Number(content), end: at + plain.length };
  const [opening, length] = /^s:(\d{1,7}):"/.exec(head) ?? [];
  if (opening === undefined) return undefined;
  const start = at + opening.length;
  const stop = start + Number(length);
  if (bytes.toString('latin1', stop, stop + 2) !== '";') return undefined;
  return { value: bytes.toString('utf8', start, stop), end: stop + 2 };
}
