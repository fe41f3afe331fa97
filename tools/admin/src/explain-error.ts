import { ServiceError, type ErrorData } from '@svc/contracts';
import { ConfigError } from '@svc/service-kit';
import { AdminError } from './admin-error.ts';

/** The text to print for a failed command; it has a stack trace only for a defect of the tool. */
export function explainError(error: unknown): string {
  if (error instanceof AdminError || error instanceof ConfigError) return error.message;
  if (error instanceof ServiceError)
    return [`${error.message} (${error.code})`, ...parameters(error)].join('\n');
  return error instanceof Error ? (error.stack ?? error.message) : String(error);
}

function parameters({ data }: { readonly data: ErrorData }): string[] {
  const { params } = data;
  if (typeof params !== 'object' || params === null || Array.isArray(params)) return [];
  return Object.values(params).map((problem) => `  ${String(problem)}`);
}
