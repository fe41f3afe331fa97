import { randomUUID } from 'node:crypto';
import {
  type ActionHooks,
  type CommentActionOptions,
  type Actor,
  type Extension,
  type ExtensionCall,
  type ExtensionSetup,
  type Fields,
  type FilterHooks,
  filterHooks,
  type FlaggedRecords,
  type HookContext,
  inEnglish,
  maxExtensionDepth,
  ServiceError,
  systemActor,
  type WriteHook,
  type WriteHookContext,
} from '@svc/contracts';
import type { BusCaller } from '../bus/bus-caller.ts';
import type { Call } from '../bus/call.ts';
import type { Logger } from '../log/create-logger.ts';
import type { ServiceMetrics } from '../ops/service-metrics.ts';
import { Deadline } from '../time/deadline.ts';
import { within } from '../time/within.ts';
import { traced, type Span } from '../tracing/span.ts';
import { extensionWork, leaveExtension, runExtension, type ExtensionWork } from './extension-work.ts';
import {
  failed,
  HookTimeout,
  isRefusal,
  outcomeOf,
  reasonOf,
  refused,
  tooDeep,
  tooLate,
} from './hook-failures.ts';
import { Subscriptions } from './subscriptions.ts';
import { WriteEffects } from './write-effects.ts';

interface Hooked {
  readonly extension: string;
  readonly priority: number;
  readonly run: (...parameters: unknown[]) => unknown;
  readonly log: Logger;
  /** Calls as the extension; with the id of a user in their name. */
  readonly callFor: (userId: number) => ExtensionCall;
  readonly concerns?: FlaggedRecords | undefined;
}

/**
 * The call of the operation that runs a hook. A command has no caller: there, extensions call operations as the system, in the name of the
 * actor if it is a user.
 */
export interface HookCaller {
  readonly actor: Actor;
  readonly ask?: Call['ask'];
}

/** The delivery of an event to a subscription. */
interface Delivery {
  readonly subscription: string;
  readonly event: { readonly data: { readonly actor: Pick<Actor, 'extension'> } };
  readonly handle: () => void | Promise<void>;
}

interface HookEngineOptions {
  readonly log: Logger;
  readonly metrics: ServiceMetrics;
  readonly caller: Pick<BusCaller, 'call'>;
  /** Whether an extension is switched on, checked before each of its hooks runs. Absent: all are on. */
  readonly isOn?: (extension: string) => boolean;
  /** Whether an extension is a part of the program. Absent: none is. */
  readonly isBuiltIn?: (extension: string) => boolean;
  /** How long each hook may take, in milliseconds (HOOK_TIMEOUT_MS). */
  readonly timeoutMs: number;
}

const defaultPriority = 10;

/** Holds the hooks of extensions (docs/guides/extension-hooks.md#filters), and runs them. */
export class HookEngine {
  /** The subscriptions of extensions; the service starts and stops them. */
  readonly subscriptions: Subscriptions;
  readonly #hooked = new Map<string, Hooked[]>();
  readonly #options: HookEngineOptions;

  private constructor(options: HookEngineOptions) {
    this.#options = options;
    this.subscriptions = new Subscriptions(options.timeoutMs);
  }

  /** Runs the setup of each extension, in the given order. @throws Error naming the extension whose setup fails. */
  static async setUp(extensions: readonly Extension[], options: HookEngineOptions): Promise<HookEngine> {
    const engine = new HookEngine(options);
    for (const extension of extensions) {
      try {
        await runExtension({ extension: extension.name, hook: 'setup' }, () =>
          extension.setup?.(engine.#setupFor(extension)),
        );
      } catch (cause) {
        const message = `Setup of the extension ${extension.name} failed: ${inEnglish(reasonOf(cause))}`;
        throw new Error(message, { cause });
      }
    }
    return engine;
  }

  /** Whether any extension that is switched on has a filter for this hook; without one, `filter` would return the value unchanged. */
  hasFilters(hook: keyof FilterHooks): boolean {
    return this.#of(hook).length > 0;
  }

  /** Whether an extension that is switched on, and not a part of the program, has this hook. */
  isUsedByOthers(hook: keyof FilterHooks | keyof ActionHooks): boolean {
    return this.#of(hook).some(({ extension }) => !this.#options.isBuiltIn?.(extension));
  }

  /**
   * Passes a value through all filters of a hook, in the order of their priority, and returns the result.
   * @throws ServiceError one that a filter has thrown, or with the names of extension and hook `extension_refused` for another refusal or a
   * timeout, and `extension_failed` for anything else that it throws.
   */
  async filter<Name extends Exclude<keyof FilterHooks, WriteHook>>(
    hook: Name,
    caller: HookCaller,
    ...parameters: Parameters<FilterHooks[Name]>
  ): Promise<ReturnType<FilterHooks[Name]>> {
    const filtered = await this.#filter(hook, parameters, (hooked) => {
      const kind: string = filterHooks[hook];
      const context = contextOf(hooked, caller, kind === 'access');
      const mayWrite = kind !== 'access' && kind !== 'answer';
      return mayWrite ? context : { ...context, call: readingOnly(context.call) };
    });
    return filtered as ReturnType<FilterHooks[Name]>;
  }

  /** Like `filter`, for the hooks that change a write: returns its fields, and the other effects on its transaction. */
  async filterWrite<Name extends WriteHook>(
    hook: Name,
    caller: HookCaller,
    ...parameters: Parameters<FilterHooks[Name]>
  ): Promise<{ fields: Fields; effects: WriteEffects }> {
    const effects = new WriteEffects();
    const fields = await this.#filter(hook, parameters, (hooked): WriteHookContext => ({
      ...contextOf(hooked, caller),
      share: (request) => effects.share(request),
    }));
    return { fields: fields as Fields, effects };
  }

  /** Whether any action of a hook that is switched on concerns a record; `isSet` returns the value of a boolean field of that record. */
  actsOn(hook: keyof ActionHooks, postType: string, isSet: (field: string) => boolean): boolean {
    return this.#of(hook).some(
      ({ concerns }) => !concerns || (concerns.postType === postType && isSet(concerns.flag)),
    );
  }

  /** Runs the actions of a hook after a commit. Their errors are logged and counted, and never reach the caller. */
  async act<Name extends keyof ActionHooks>(
    hook: Name,
    caller: HookCaller,
    ...parameters: Parameters<ActionHooks[Name]>
  ): Promise<void> {
    for (const hooked of this.#of(hook)) {
      const { extension, log } = hooked;
      try {
        await this.#run(hook, hooked, [...parameters, contextOf(hooked, caller)]);
      } catch (error) {
        if (!(error instanceof HookTimeout))
          this.#options.metrics.extensionFailures.count({ extension, hook, outcome: 'failed' });
        log.error({ err: error, hook, extension }, 'action of an extension failed');
      }
    }
  }

  async #filter(
    hook: keyof FilterHooks,
    [value, ...parameters]: readonly unknown[],
    contextFor: (hooked: Hooked) => HookContext,
  ): Promise<unknown> {
    let current = value;
    for (const hooked of this.#of(hook)) {
      try {
        current = await this.#run(hook, hooked, [current, ...parameters, contextFor(hooked)]);
        if (current === undefined)
          throw new TypeError('the filter returned undefined; it must return a value');
      } catch (cause) {
        throw this.#errorOfFilter(hook, hooked, cause);
      }
    }
    return current;
  }

  #errorOfFilter(hook: string, { extension, log }: Hooked, cause: unknown): ServiceError {
    if (cause instanceof ServiceError) return cause as ServiceError;
    if (cause instanceof HookTimeout) return tooLate(extension, hook, cause);
    if (isRefusal(cause)) return refused(extension, hook, cause);
    this.#options.metrics.extensionFailures.count({ extension, hook, outcome: 'failed' });
    log.error({ err: cause, hook, extension }, 'filter of an extension failed');
    return failed(extension, hook, cause);
  }

  /** Runs a hook, and waits for it until its time is over. Its later result has no effect on the request. */
  async #run(hook: string, hooked: Hooked, parameters: readonly unknown[]): Promise<unknown> {
    const begun = performance.now();
    let outcome = 'ok';
    try {
      return await traced(
        () => hookSpan(hook, hooked),
        async () => this.#inTime(hook, hooked, parameters),
      );
    } catch (error) {
      outcome = outcomeOf(error);
      throw error;
    } finally {
      const { extension } = hooked;
      const seconds = (performance.now() - begun) / 1_000;
      this.#options.metrics.hookDuration.observe({ extension, hook, outcome }, seconds);
    }
  }

  #inTime(hook: string, { extension, run, log }: Hooked, parameters: readonly unknown[]): unknown {
    const { actor } = parameters.at(-1) as HookContext;
    const work = { extension, hook, depth: actor.extension?.depth };
    const result = runExtension(work, () => run(...parameters));
    if (!isThenable(result)) return result;
    const { timeoutMs: limitMs, metrics } = this.#options;
    return within(limitMs, Promise.resolve(result), () => {
      metrics.extensionFailures.count({ extension, hook, outcome: 'timeout' });
      log.warn({ hook, extension, limitMs }, 'hook of an extension did not answer in time');
      return new HookTimeout(limitMs);
    });
  }

  /** @throws the error of the handler, so that the event is delivered again. */
  async #deliver(extension: string, delivery: Delivery): Promise<void> {
    const { subscription, event, handle } = delivery;
    const { depth } = event.data.actor.extension ?? {};
    const work: ExtensionWork = { extension, hook: `subscription ${subscription}`, depth };
    try {
      await runExtension(work, handle);
    } catch (error) {
      const { log, metrics } = this.#options;
      metrics.extensionFailures.count({ ...work, outcome: 'failed' });
      log.warn({ err: error, ...work }, 'subscription of an extension failed');
      throw error;
    }
  }

  #of(hook: string): readonly Hooked[] {
    return (this.#hooked.get(hook) ?? []).filter(({ extension }) => this.#isOn(extension));
  }

  #isOn(extension: string): boolean {
    return this.#options.isOn?.(extension) ?? true;
  }

  #setupFor({ name }: Extension): ExtensionSetup {
    const log = this.#options.log.child({ extension: name });
    const callFor = (userId: number) => callAsExtension(this.#options.caller, { extension: name, userId });
    const add = (hook: string, run: unknown, options: CommentActionOptions = {}) => {
      const { priority = defaultPriority, concerns } = options;
      const added: Hooked = { extension: name, priority, run: run as Hooked['run'], log, callFor, concerns };
      const inOrder = [...(this.#hooked.get(hook) ?? []), added].sort(
        (one, other) => one.priority - other.priority,
      );
      this.#hooked.set(hook, inOrder);
    };
    return {
      logger: log,
      call: callFor(0),
      addFilter: (hook, filter, options) => add(hook, filter, options),
      addAction: (hook, action, options) => add(hook, action, options),
      subscribe: (subscription, selection, handler) =>
        this.subscriptions.add({ extension: name, name: subscription }, selection, async (event) => {
          // An event that arrives while the extension is off is acknowledged, and never delivered to it.
          if (this.#isOn(name))
            await this.#deliver(name, { subscription, event, handle: () => handler(event) });
        }),
    };
  }
}

function readingOnly(call: ExtensionCall): ExtensionCall {
  return async (operation, input) => {
    if (operation.kind !== 'write') return call(operation, input);
    throw new TypeError(
      `a filter of read values must not call ${operation.name}, which writes; call it from an action`,
    );
  };
}

function contextOf({ log, callFor }: Hooked, { actor, ask }: HookCaller, isPermission = false): HookContext {
  if (isPermission) return { actor, logger: log, call: callFor(0) };
  return { actor, logger: log, call: ask ? callOfService(ask) : callFor(actor.userId) };
}

function hookSpan(hook: string, { extension }: Hooked): Span {
  const attributes = { 'svc.extension': extension, 'svc.hook': hook };
  return { name: `hook ${hook}`, kind: 'internal', traceparent: undefined, attributes };
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return typeof (value as { then?: unknown } | null | undefined)?.then === 'function';
}

/** How long an extension waits for an answer, in milliseconds. No client waits for it, so it may be longer than a request. */
const timeoutMs = 15_000;

/**
 * Calls operations as the system, on behalf of an extension; the history shows the user as the author of changes, unless it is 0. A change is one deeper than the change that led to the work.
 * @throws ServiceError `extension_loop` for a write above `maxExtensionDepth`.
 */
function callAsExtension(
  caller: Pick<BusCaller, 'call'>,
  { extension, userId }: { readonly extension: string; readonly userId: number },
): ExtensionCall {
  return async (operation, input) => {
    const { hook = 'setup', depth: before = 0 } = extensionWork() ?? {};
    const depth = before + 1;
    if (operation.kind === 'write' && depth > maxExtensionDepth) throw tooDeep(extension, hook);
    const actor: Actor = { ...systemActor(extension), userId, extension: { name: extension, depth } };
    const call = { caller: actor, requestId: randomUUID(), deadline: Deadline.after(timeoutMs) };
    return leaveExtension(() => caller.call(operation, input, call));
  };
}

function callOfService(call: ExtensionCall): ExtensionCall {
  return (operation, input) => leaveExtension(() => call(operation, input));
}
