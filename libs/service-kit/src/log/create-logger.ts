import { pino, type Logger as PinoLogger } from 'pino';

/** The logger every part gets; child loggers carry the request id. */
export type Logger = PinoLogger;

/** Keys whose values never reach a log line, wherever they stand. */
const secretKeys = ['password', 'token', 'authorization', 'privateKey', 'MONGODB_URL', 'MEILI_KEY'];

/** JSON lines on standard output, one service name on each, secrets replaced. */
export function createLogger(options: { service: string; level: string }): Logger {
  return pino({
    level: options.level,
    base: { service: options.service, pid: process.pid },
    redact: { paths: secretKeys.flatMap((key) => [key, `*.${key}`, `*.*.${key}`]), censor: '[secret]' },
    timestamp: pino.stdTimeFunctions.isoTime,
  });
}
