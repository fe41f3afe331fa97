import type { z } from 'zod';
import { asMessage, counted, msg, ServiceError, type Message, type Operation } from '@svc/contracts';
import { decodeBody } from './wire.ts';

/** The codes with which the library reports a missing value. */
const absenceCodes = new Set(['invalid_type', 'invalid_value', 'invalid_union']);

/** Names a place in an input for the client: its path with dots. */
export type NamePlace = (path: readonly PropertyKey[]) => string;

const withDots: NamePlace = (path) => path.map(String).join('.');

/**
 * Parses the input of an operation with its schema. `name` gives the names in errors.
 * @throws ServiceError `rest_invalid_json`; `rest_missing_callback_param` with the names of missing parameters; otherwise
 * `rest_invalid_param` with what is wrong with each parameter (docs/reference/errors.md).
 */
export function parseInput<Input>(
  operation: Operation<Input>,
  body: Uint8Array,
  name: NamePlace = withDots,
): Input {
  const parsed = operation.input.safeParse(parseJson(body), { reportInput: true });
  if (parsed.success) return parsed.data;
  throw missingParameters(parsed.error, name) ?? invalidParameters(parsed.error, name);
}

function parseJson(body: Uint8Array): unknown {
  if (body.byteLength === 0) return {};
  try {
    return decodeBody(body);
  } catch (cause) {
    throw new ServiceError('rest_invalid_json', 'The input must be valid JSON.', { cause });
  }
}

function missingParameters(error: z.ZodError, name: NamePlace): ServiceError | undefined {
  const params = error.issues
    .filter((issue) => issue.path.length === 1 && absenceCodes.has(issue.code) && issue.input === undefined)
    .map((issue) => name(issue.path));
  if (params.length === 0) return undefined;
  return new ServiceError('rest_missing_callback_param', msg`Missing parameter(s): ${params.join(', ')}`, {
    data: { params },
  });
}

/** Only the first problems are described: a long list of wrong entries would get an answer that is many times as long. */
const maxProblems = 20;

function invalidParameters(error: z.ZodError, name: NamePlace): ServiceError {
  const issues = error.issues.slice(0, maxProblems).flatMap(closestIssues).slice(0, maxProblems);
  const problems = issues.map((issue) => [name(issue.path), issue] as const);
  return invalidParam(
    Object.fromEntries(problems.map(([each, issue]) => [each, describeIssue(each, issue)])),
  );
}

/** The issues of the alternative for which a value is meant, because its type fits; of several alternatives that do not fit, the whole issue. */
function closestIssues(issue: z.core.$ZodIssue): z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const meant = issue.errors.find((issues) => !issues.some(isOfOtherType));
  if (!meant) return [issue];
  return meant
    .map((each) => ({ ...each, path: [...issue.path, ...each.path] }))
    .flatMap((each) => closestIssues(each));
}

function isOfOtherType({ code, path }: z.core.$ZodIssue): boolean {
  return code === 'invalid_type' && path.length === 0;
}

/**
 * Describes what is wrong with a value of an input and what would be right, as a message that can be translated: the library has English
 * texts only.
 */
function describeIssue(name: string, issue: z.core.$ZodIssue): Message {
  switch (issue.code) {
    case 'invalid_type':
      return msg`${name} is not of type ${issue.expected === 'int' ? 'integer' : issue.expected}`;
    case 'invalid_union':
      return msg`${name} is not of type ${typesOf(issue).join(' or ')}`;
    case 'too_small':
      return tooSmall(name, issue);
    case 'too_big':
      return tooBig(name, issue);
    case 'invalid_value':
      return msg`${name} must be one of ${issue.values.map(String).join(', ')}`;
    default:
      return msg`${name}: ${asMessage(issue.message)}`;
  }
}

function typesOf({ errors }: z.core.$ZodIssueInvalidUnion): string[] {
  return errors.flat().flatMap((issue) => (issue.code === 'invalid_type' ? [issue.expected] : []));
}

function tooSmall(name: string, { origin, minimum }: z.core.$ZodIssueTooSmall): Message {
  const least = Number(minimum);
  if (origin === 'string') return msg`${name} must have at least ${counted(least)} characters`;
  if (origin === 'array') return msg`${name} must have at least ${counted(least)} entries`;
  return msg`${name} must be at least ${least}`;
}

function tooBig(name: string, { origin, maximum }: z.core.$ZodIssueTooBig): Message {
  const most = Number(maximum);
  if (origin === 'string') return msg`${name} must have at most ${counted(most)} characters`;
  if (origin === 'array') return msg`${name} must have at most ${counted(most)} entries`;
  return msg`${name} must be at most ${most}`;
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
