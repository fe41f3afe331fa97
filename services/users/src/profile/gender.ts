import type { Saying } from '@svc/contracts';
const labels = new Map<string, Saying>([
  ['male', 'Male'],
  ['female', 'Female'],
]);

/** How a stored gender is shown; empty for one that is not set. */
export function genderLabel(gender: string): Saying {
  return labels.get(gender.toLowerCase()) ?? '';
}
