import { asMessage, maxExtensionDepth, msg, ServiceError, type MessageTemplate } from '@svc/contracts';
import { messageOf } from '../text/message-of.ts';

/** A hook has not answered within its time. */
export class HookTimeout extends Error {
  override readonly name = 'HookTimeout';
  readonly limitMs: number;

  constructor(limitMs: number) {
    super(`the hook did not answer within ${limitMs} milliseconds`);
    this.limitMs = limitMs;
  }
}

export function tooLate(extension: string, hook: string, cause: HookTimeout): ServiceError {
  const message = msg`The extension ${extension} did not answer in ${hook} within ${cause.limitMs} milliseconds; nothing was written`;
  return new ServiceError('extension_refused', message, { status: 503, data: { extension, hook }, cause });
}

export function refused(extension: string, hook: string, cause: unknown): ServiceError {
  const message = msg`The extension ${extension} refused the request in ${hook}: ${reasonOf(cause)}`;
  return new ServiceError('extension_refused', message, { data: { extension, hook }, cause });
}

/**
 * Whether a filter has thrown this to refuse the request: a text, or a plain error. The engine and libraries set the `name` or the `code` of
 * their errors, whose texts may contain anything, such as a value of another record.
 */
export function isRefusal(cause: unknown): boolean {
  return (
    typeof cause === 'string' || (cause instanceof Error && cause.name === 'Error' && !('code' in cause))
  );
}

export function failed(extension: string, hook: string, cause: unknown): ServiceError {
  const message = msg`The extension ${extension} failed in ${hook}; nothing was written`;
  return new ServiceError('extension_failed', message, { data: { extension, hook }, cause });
}

export function tooDeep(extension: string, hook: string): ServiceError {
  const message = msg`The extension ${extension} may not change anything in ${hook}: ${maxExtensionDepth} changes of extensions led to it, each caused by the one before`;
  return new ServiceError('extension_loop', message, { data: { extension, hook } });
}

/** Returns the message of an extension's error as a template, so that its translations apply. */
export function reasonOf(cause: unknown): MessageTemplate {
  return cause instanceof ServiceError ? cause.translatable : asMessage(messageOf(cause));
}

/** The outcome of a hook that has thrown, as a label of metrics. */
export function outcomeOf(error: unknown): 'refused' | 'failed' | 'timeout' {
  if (error instanceof HookTimeout) return 'timeout';
  return error instanceof ServiceError || isRefusal(error) ? 'refused' : 'failed';
}
