import { msg, type Message } from '@svc/contracts';

const deepest = 32;

/** What keeps a client's array or object from being stored as JSON of at most that many bytes, as the end of a sentence. */
export function jsonProblem(value: object, longest: number): Message | undefined {
  if (isDeeper(value, deepest)) return msg`must be at most ${deepest} levels deep`;
  if (Buffer.byteLength(JSON.stringify(value)) > longest) return msg`must be at most ${longest} bytes long`;
  return undefined;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
