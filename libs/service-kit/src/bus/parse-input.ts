import type { z } from 'zod';
import { msg, asMessage, ServiceError, type Operation, type Message } from '@svc/contracts';
import { describeIssue } from './describe-issue.ts';

/** The codes with which the library reports a missing value. */
const absenceCodes = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

/**
 * Parses the input of an operation with its schema.
 * @throws ServiceError `rest_invalid_json`; `rest_missing_callback_param` with the names of missing parameters; otherwise
 * `rest_invalid_param` with what is wrong with each parameter (docs/errors.md).
 */
export function parseInput<Input>(operation: Operation<Input>, body: Uint8Array): Input {
  const parsed = operation.input.safeParse(parseJson(body), { reportInput: true });
  if (parsed.success) return parsed.data;
  throw missingParameters(parsed.error) ?? invalidParameters(parsed.error);
}

function parseJson(body: Uint8Array): unknown {
  if (body.byteLength === 0) return {};
  try {
    return JSON.parse(Buffer.from(body).toString('utf8'));
  } catch (cause) {
    throw new ServiceError('rest_invalid_json', 'The input is not valid JSON.', { cause });
  }
}

function missingParameters(error: z.ZodError): ServiceError | undefined {
  const params = error.issues
    .filter((issue) => issue.path.length === 1 && absenceCodes.has(issue.code) && issue.input === undefined)
    .map((issue) => String(issue.path[0]));
  if (params.length === 0) return undefined;
  return new ServiceError('rest_missing_callback_param', msg`Missing parameter(s): ${params.join(', ')}`, {
    data: { params },
  });
}

function invalidParameters(error: z.ZodError): ServiceError {
  const params = Object.fromEntries(
    error.issues.map((issue) => [issue.path.map(String).join('.'), describeIssue(issue)]),
  );
  return invalidParam(params);
}

/** Makes the error for invalid parameters: name → what is wrong with its value. */
export function invalidParam(params: Readonly<Record<string, Message>>): ServiceError<'rest_invalid_param'> {
  const messages = Object.entries(params).map(([name, message]) => [name, asMessage(message)] as const);
  const details = messages.map(([name, message]) => [
    name,
    { code: 'rest_invalid_param', message, data: { status: 400 } },
  ]);
  const names = Object.keys(params).join(', ');
  return new ServiceError('rest_invalid_param', msg`Invalid parameter(s): ${names}`, {
    data: { params: Object.fromEntries(messages), details: Object.fromEntries(details) },
  });
}
