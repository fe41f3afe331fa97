import { randomUUID } from 'node:crypto';

const sane = /^[\w.:-]{1,128}$/;

/** The id under which everything about a request is logged: the client's own when it is usable, else a new one. */
export function requestIdOf(header: string | undefined): string {
  return header !== undefined && sane.test(header) ? header : randomUUID();
}
