import type { Choices } from '@svc/demo';

/** A random key; the numbers are the weights. */
export function weighted<Key extends string>(choices: Choices, weights: Readonly<Record<Key, number>>): Key {
  const entries = Object.entries(weights) as [Key, number][];
  let left = choices.next() * entries.reduce((sum, [, weight]) => sum + weight, 0);
  for (const [key, weight] of entries) {
    left -= weight;
    if (left < 0) return key;
  }
  return entries[0]?.[0] as Key;
}
