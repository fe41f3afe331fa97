import { pino, type DestinationStream, type Logger as PinoLogger } from 'pino';
import { hideSecrets } from './hide-secrets.ts';

/** The logger every part gets; child loggers carry the request id. */
export type Logger = PinoLogger;

/** JSON lines on standard output (or another destination), one service name on each, secrets replaced. */
export function createLogger(options: {
  service: string;
  level: string;
  destination?: DestinationStream;
}): Logger {
  const settings = {
    level: options.level,
    base: { service: options.service, pid: process.pid },
    hooks: { streamWrite: hideSecrets },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return options.destination ? pino(settings, options.destination) : pino(settings);
}
