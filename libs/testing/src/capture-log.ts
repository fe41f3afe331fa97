import { createLogger, type Logger } from '@svc/service-kit';

/** One line of a log, parsed. */
export type LogLine = Record<string, unknown> & { readonly msg?: string };

/** A logger whose lines a test can read. */
export function captureLog(service = 'test'): { log: Logger; lines: LogLine[] } {
  const lines: LogLine[] = [];
  const destination = { write: (line: string) => void lines.push(JSON.parse(line) as LogLine) };
  return { log: createLogger({ service, level: 'trace', destination }), lines };
}
