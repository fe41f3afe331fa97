import { extensionWork } from '../extensions/extension-work.ts';
import type { Logger } from '../log/create-logger.ts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';

/**
 * Handles exceptions and rejections that no code of the process handles. One of an extension is logged with its name and counted, and the
 * service continues (docs/guides/extension-failures.md#unhandled-failures). Any other ends the process: the service has a defect, and its
 * state may be wrong.
 */
export function containFailures({ log, metrics }: { log: Logger; metrics: ServiceMetrics }): void {
  const contain = (error: unknown) => {
    const work = extensionWork();
    if (!work) {
      log.fatal({ err: error }, 'unhandled failure of the service');
      process.exit(1);
    }
    metrics.extensionFailures.count({ ...work, outcome: 'unhandled' });
    log.error({ err: error, ...work }, 'unhandled failure of an extension');
  };
  process.on('uncaughtException', contain);
  process.on('unhandledRejection', contain);
  process.on('exit', (code) => {
    const work = extensionWork();
    if (work) log.fatal({ code, ...work }, 'an extension ended the process');
  });
}
