import { unescape } from 'node:querystring';
import { msg, ServiceError, type Message } from '@svc/contracts';
import type { SentValues } from '../endpoints/sent.ts';

/**
 * Limits above what real clients send: a site that transfers a contact sends 200 comments with all their data. Filters
 * of lists may be nested deep enough to reach their own limit, `listLimits.depth`.
 */
const limits = { parameters: 4_000, nameLength: 1_000, depth: 24, entries: 2_000 };

/** A value under construction: entries without a name, and those with a name or an index. */
interface Branch {
  readonly entries: Node[];
  readonly named: Record<string, Node>;
}

type Node = string | Branch;

/**
 * Parses bracket notation (`a[]=1&b[c][0]=2`) of query strings and forms; brackets may be percent-encoded. A key
 * without `=` is an empty string; each `[]` inside a key starts a new entry. Input over a limit is refused, never cut;
 * the time taken is linear in the length.
 * @throws ServiceError `rest_invalid_param`.
 */
export function parseBrackets(text: string): SentValues {
  const parameters = text.split('&', limits.parameters + 1);
  if (parameters.length > limits.parameters) {
    throw refused(msg`The request has more than the maximum of ${limits.parameters} parameters.`);
  }
  const root = newBranch();
  for (const parameter of parameters) {
    const equals = parameter.indexOf('=');
    const name = equals < 0 ? parameter : parameter.slice(0, equals);
    if (name !== '') add(root, stepsOf(name), equals < 0 ? '' : decode(parameter.slice(equals + 1)));
  }
  return toObject(root.named) as SentValues;
}

/** `a[b][]` as `a`, `b` and an empty text. A name with unbalanced brackets is one step, unchanged. */
function stepsOf(encoded: string): string[] {
  if (encoded.length > limits.nameLength) {
    const beginning = decode(encoded.slice(0, 50));
    throw refused(
      msg`The name of a parameter is longer than the maximum of ${limits.nameLength} characters; it begins with ${beginning}.`,
    );
  }
  const name = decode(encoded);
  const { first = name, brackets = '' } = matching.exec(name)?.groups ?? {};
  const steps = brackets === '' ? [first] : [first, ...brackets.slice(1, -1).split('][')];
  if (steps.length > limits.depth + 1) {
    throw refused(msg`The parameter ${first} is nested deeper than the maximum of ${limits.depth} levels.`);
  }
  if (steps.includes('__proto__')) throw refused('A parameter must not be named __proto__.');
  if (steps.some((step, at) => at > 0 && index.test(step) && Number(step) >= limits.entries)) {
    throw tooMany(steps);
  }
  return steps;
}

const matching = /^(?<first>[^[\]]+)(?<brackets>(?:\[[^[\]]*\])*)$/;

const index = /^(?:0|[1-9]\d*)$/;

function add(root: Branch, steps: readonly string[], text: string): void {
  let branch = root;
  for (const step of steps.slice(0, -1)) {
    branch = step === '' ? append(branch, newBranch(), steps) : branchAt(branch, step);
  }
  const last = steps.at(-1) as string;
  if (last === '') append(branch, text, steps);
  else if (branch.named[last] === undefined) branch.named[last] = text;
  else append(branchAt(branch, last), text, steps);
}

function append<Entry extends Node>({ entries }: Branch, entry: Entry, steps: readonly string[]): Entry {
  if (entries.length === limits.entries) throw tooMany(steps);
  entries.push(entry);
  return entry;
}

/** The branch of a name; a text that the name already has becomes its first entry. */
function branchAt({ named }: Branch, name: string): Branch {
  const there = named[name];
  if (typeof there === 'object') return there;
  return (named[name] = newBranch(there === undefined ? [] : [there]));
}

function newBranch(entries: Node[] = []): Branch {
  return { entries, named: Object.create(null) as Record<string, Node> };
}

/** Entries and indexes become a list, names an object; with both, the object is the last entry of the list. */
function toValue(node: Node): unknown {
  if (typeof node === 'string') return node;
  const entries = node.entries.map(toValue);
  const inner = toObject(node.named);
  // JavaScript enumerates integer keys in ascending order, whatever the order in which they were sent.
  if (Object.keys(inner).every((name) => index.test(name))) return [...Object.values(inner), ...entries];
  return entries.length === 0 ? inner : [...entries, inner];
}

function toObject(named: Record<string, Node>): Record<string, unknown> {
  const object = Object.create(null) as Record<string, unknown>;
  for (const [name, node] of Object.entries(named)) object[name] = toValue(node);
  return object;
}

/** A percent sign that does not start an escape sequence stays as it is. */
function decode(text: string): string {
  return unescape(text.replaceAll('+', ' '));
}

function tooMany([name = '']: readonly string[]): ServiceError {
  return refused(msg`The parameter ${name} has more than the maximum of ${limits.entries} entries.`);
}

function refused(message: Message): ServiceError {
  return new ServiceError('rest_invalid_param', message);
}

/** The parsed query string of a request's address. @throws ServiceError like `parseBrackets`. */
export function parseQuery(url: string): SentValues {
  const start = url.indexOf('?');
  return start < 0 ? {} : parseBrackets(url.slice(start + 1));
}
