const WARN = 40;
const ERROR = 50;

/** A warning or error of a JSON log as one short line; undefined for every other line. */
export function compactLogLine(line: string): string | undefined {
  const entry = parse(line);
  const level = entry?.['level'];
  if (!entry || typeof level !== 'number' || level < WARN) return undefined;
  const cause = entry['err'] as { message?: unknown } | undefined;
  const message = [entry['msg'], cause?.message].filter((part, at, all) => part && all.indexOf(part) === at);
  return `${level < ERROR ? 'warning' : 'error'}: ${message.join(': ')}`;
}

function parse(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line) as Record<string, unknown>;
  } catch {
    return undefined;
  }
}
