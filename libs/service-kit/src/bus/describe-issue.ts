import type { z } from 'zod';
import { asMessage, counted, msg, type Message } from '@svc/contracts';

type Issue = z.core.$ZodIssue;

/**
 * Describes what is wrong with a value of an input and what would be right, as a message that can be translated: the library has English
 * texts only.
 */
export function describeIssue(issue: Issue): Message {
  const name = issue.path.map(String).join('.');
  switch (issue.code) {
    case 'invalid_type':
      return msg`${name} is not of type ${issue.expected === 'int' ? 'integer' : issue.expected}`;
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
