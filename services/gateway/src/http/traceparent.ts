import { randomUUID } from 'node:crypto';

/** W3C Trace Context: version, trace id, parent id, flags; ids of zeros and version ff are not valid. */
const valid = /^(?!ff)[\da-f]{2}-(?!0{32})[\da-f]{32}-(?!0{16})[\da-f]{16}-[\da-f]{2}$/;

/** The trace a request belongs to: the client's when its header is valid, else the start of a new one, not sampled. */
export function traceparentOf(header: string | undefined): string {
  if (header !== undefined && valid.test(header)) return header;
  return `00-${randomHex()}-${randomHex().slice(16)}-00`;
}

/** 32 digits, never all zeros. Node keeps random bytes in store for these, and asks the system for all others. */
function randomHex(): string {
  return randomUUID().replaceAll('-', '');
}
