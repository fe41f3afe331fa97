import { msg, type Message } from '@svc/contracts';

const deepest = 32;

/** Why a client's array or object is too deep or too large, in bytes of JSON, to be stored: the end of a sentence, or undefined. */
export function jsonProblem(value: object, longest: number): Message | undefined {
  if (isDeeper(value, deepest)) return msg`must be at most ${deepest} levels deep`;
  if (Buffer.byteLength(JSON.stringify(value)) > longest) return msg`must be at most ${longest} bytes long`;
  return undefined;
}

function isDeeper(value: unknown, levels: number): boolean {
  if (typeof value !== 'object' || value === null) return false;
  return levels === 0 || Object.values(value).some((inner) => isDeeper(inner, levels - 1));
}
