import { type DestinationStream, pino, type Logger as PinoLogger } from 'pino';
import { withVisibleControls } from '../text/control-characters.ts';

/** The logger that every part receives; child loggers carry the request id. */
export type Logger = PinoLogger;

/**
 * Creates a logger that writes JSON lines to standard output (or another destination), each with the name of the service, with secrets
 * replaced, and without control characters, which JSON permits in part: a terminal that shows the log would obey them.
 */
export function createLogger(options: {
  service: string;
  level: string;
  destination?: DestinationStream;
}): Logger {
  const settings = {
    level: options.level,
    base: { service: options.service, pid: process.pid },
    hooks: { streamWrite: (line: string) => withVisibleControls(hideSecrets(line)) },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}

const secretKey =
  /password|secret|authorization|cookie|private_?key|token$|^(MONGODB_URL|NATS_URL|MEILI_KEY|Svc-Actor|Svc-Signature)$/i;
const credentials = /:\/\/[^\s/@"]+@/g;
const maybeSecret =
  /password|secret|authorization|cookie|private_?key|token|MONGODB_URL|NATS_URL|MEILI_KEY|Svc-|:\/\/[^\s/@"]+@/i;

/** Returns a log line (JSON) without the values of secret keys and without credentials in addresses, at any depth. */
function hideSecrets(line: string): string {
  if (!maybeSecret.test(line)) return line;
  return `${JSON.stringify(JSON.parse(line), replaceSecret)}\n`;
}

function replaceSecret(key: string, value: unknown): unknown {
  if (secretKey.test(key)) return '[secret]';
  return typeof value === 'string' ? value.replaceAll(credentials, '://[secret]@') : value;
}
