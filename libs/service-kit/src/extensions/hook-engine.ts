import {
  ServiceError,
  type Action,
  type ActionHooks,
  type Actor,
  type Extension,
  type ExtensionSetup,
  type Filter,
  type FilterHooks,
} from '@svc/contracts';
import type { Logger } from '../log/create-logger.ts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';

interface Hooked {
  readonly extension: string;
  readonly priority: number;
  readonly run: (...parameters: unknown[]) => unknown;
  readonly log: Logger;
}

const defaultPriority = 10;

/** The hooks that extensions have added (spec 6.3), and the one place that runs them. */
export class HookEngine {
  readonly #hooked = new Map<string, Hooked[]>();
  readonly #log: Logger;
  readonly #metrics: ServiceMetrics | undefined;

  private constructor(log: Logger, metrics: ServiceMetrics | undefined) {
    this.#log = log;
    this.#metrics = metrics;
  }

  /**
   * Runs the setup of each extension, in the order they are named.
   * @throws Error naming the extension whose setup fails.
   */
  static async setUp(
    extensions: readonly Extension[],
    log: Logger,
    metrics?: ServiceMetrics,
  ): Promise<HookEngine> {
    const engine = new HookEngine(log, metrics);
    for (const extension of extensions) {
      try {
        await extension.setup?.(engine.#setupFor(extension));
      } catch (cause) {
        const message = `The setup of the extension ${extension.name} failed: ${reasonOf(cause)}`;
        throw new Error(message, { cause });
      }
    }
    return engine;
  }

  /**
   * The value after all filters of a hook, in priority order.
   * @throws ServiceError a filter's own, or `extension_refused` naming extension and hook for anything else it throws.
   */
  async filter<Name extends keyof FilterHooks>(
    hook: Name,
    actor: Actor,
    ...[value, ...parameters]: Parameters<FilterHooks[Name]>
  ): Promise<ReturnType<FilterHooks[Name]>> {
    let current: unknown = value;
    for (const { extension, run, log } of this.#hooked.get(hook) ?? []) {
      try {
        current = await run(current, ...parameters, { actor, logger: log });
        if (current === undefined) throw new Error('it answered nothing');
      } catch (cause) {
        throw cause instanceof ServiceError ? cause : refused(extension, hook, cause);
      }
    }
    return current as ReturnType<FilterHooks[Name]>;
  }

  /** Runs the actions of a hook after a commit; what they throw is logged, counted, and never the caller's problem. */
  async act<Name extends keyof ActionHooks>(
    hook: Name,
    actor: Actor,
    ...parameters: Parameters<ActionHooks[Name]>
  ): Promise<void> {
    for (const { extension, run, log } of this.#hooked.get(hook) ?? []) {
      try {
        await run(...parameters, { actor, logger: log });
      } catch (error) {
        this.#metrics?.extensionFailures.inc({ extension, hook });
        log.error({ err: error, hook, extension }, 'an action of an extension failed');
      }
    }
  }

  #setupFor(extension: Extension): ExtensionSetup {
    const log = this.#log.child({ extension: extension.name });
    const add = (hook: string, run: Hooked['run'], priority: number = defaultPriority) => {
      const hooked = [...(this.#hooked.get(hook) ?? []), { extension: extension.name, priority, run, log }];
      this.#hooked.set(
        hook,
        hooked.sort((one, other) => one.priority - other.priority),
      );
    };
    return {
      logger: log,
      addFilter: <Name extends keyof FilterHooks>(
        hook: Name,
        filter: Filter<Name>,
        options?: { priority?: number },
      ) => add(hook, filter as Hooked['run'], options?.priority),
      addAction: <Name extends keyof ActionHooks>(
        hook: Name,
        action: Action<Name>,
        options?: { priority?: number },
      ) => add(hook, action as Hooked['run'], options?.priority),
    };
  }
}

function refused(extension: string, hook: string, cause: unknown): ServiceError {
  return new ServiceError(
    'extension_refused',
    `The extension ${extension} refused the request in ${hook}: ${reasonOf(cause)}`,
    {
      data: { extension, hook },
      cause,
    },
  );
}

function reasonOf(cause: unknown): string {
  return cause instanceof Error ? cause.message : String(cause);
}
