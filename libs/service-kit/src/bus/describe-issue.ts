import type { z } from 'zod';
import { say, saying, type Saying } from '@svc/contracts';

type Issue = z.core.$ZodIssue;

/** What is wrong with a value of an input, and what would be right; the library says it in English only. */
export function describeIssue(issue: Issue): Saying {
  const name = issue.path.map(String).join('.');
  switch (issue.code) {
    case 'invalid_type':
      return say`${name} is not of type ${issue.expected === 'int' ? 'integer' : issue.expected}`;
    case 'too_small':
      return tooSmall(name, issue);
    case 'too_big':
      return tooBig(name, issue);
    case 'invalid_value':
      return say`${name} must be one of ${issue.values.map(String).join(', ')}`;
    default:
      return say`${name}: ${saying(issue.message)}`;
  }
}

function tooSmall(name: string, { origin, minimum }: z.core.$ZodIssueTooSmall): Saying {
  const least = String(minimum);
  if (origin === 'string') return say`${name} must have at least ${least} characters`;
  if (origin === 'array') return say`${name} must have at least ${least} entries`;
  return say`${name} must be at least ${least}`;
}

function tooBig(name: string, { origin, maximum }: z.core.$ZodIssueTooBig): Saying {
  const most = String(maximum);
  if (origin === 'string') return say`${name} must have at most ${most} characters`;
  if (origin === 'array') return say`${name} must have at most ${most} entries`;
  return say`${name} must be at most ${most}`;
}
