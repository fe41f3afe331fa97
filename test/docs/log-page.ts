import { z } from 'zod';

type Kind = 'text' | 'number' | 'numbers' | 'texts' | 'object' | 'time';

/** The keys of every line. */
const always: Readonly<Record<string, readonly [Kind, string]>> = {
  level: ['number', '10 trace, 20 debug, 30 info, 40 warn, 50 error, 60 fatal'],
  time: ['time', 'when it was written, in UTC as `2026-01-31T12:00:00.000Z`'],
  service: ['text', 'the service'],
  pid: ['number', 'the id of the process'],
  msg: ['text', 'the message: a fixed text that begins in lower case; values are in the other keys'],
};

/** The keys that lines of services have where they apply. One key has one type in all lines. */
export const logKeys: Readonly<Record<string, readonly [Kind, string]>> = {
  action: ['text', 'the action that a client reported'],
  after: ['number', 'the position in a stream after which events were lost'],
  apiKeyId: ['number', 'the API key with which a request was made'],
  apiRoot: ['text', 'API_ROOT'],
  at: ['text', 'the place in the code that blocks the process'],
  attempts: ['number', 'attempts to send a mail or push so far'],
  blockedMs: ['number', 'milliseconds for which the event loop is blocked'],
  busStatus: ['object', 'the state of the connection that the client of NATS reports'],
  bytes: ['number', 'bytes of memory'],
  cause: ['text', 'why a dead letter could not be written'],
  changed: ['number', 'records that were changed'],
  code: ['text', 'the code of the [error](errors.md) of an answer'],
  collection: ['text', 'a collection of MongoDB'],
  command: ['text', 'a [command](events.md) between services'],
  commandId: ['text', 'its id'],
  commentIds: ['numbers', 'ids of comments'],
  consumer: ['text', 'a durable consumer'],
  count: ['number', 'how many messages'],
  database: ['text', 'a database of MongoDB'],
  days: ['number', 'days that rows are kept'],
  deliveries: ['number', 'how often a message was delivered'],
  delivery: ['text', 'the id of a mail or push'],
  depth: ['number', 'how many extensions have caused each other'],
  done: ['number', 'documents that a migration has changed'],
  err: ['object', 'an error: `type`, `message`, `stack`, and `code` where it has one'],
  extension: ['text', 'the extension; lines that it writes itself may have any other keys'],
  failed: ['number', 'how many of them failed'],
  failures: ['number', 'how often handling a message has failed in this instance'],
  fault: ['text', 'who caused a failure of the index'],
  field: ['text', 'the key of a field'],
  file: ['text', 'the path of a file'],
  first: ['number', 'the first position in a stream'],
  firstIds: ['numbers', 'ids of the first records concerned'],
  from: ['text', 'the former value or type'],
  generation: ['number', 'a generation of baptisms'],
  hook: ['text', 'the [hook](../guides/extension-hooks.md) or subscription of an extension'],
  host: ['text', 'a host'],
  id: ['number', 'the id of a record'],
  job: ['text', 'a background job'],
  key: ['text', 'the id of a key of the services, or the key of a field'],
  limitMs: ['number', 'the time limit in milliseconds'],
  looked: ['number', 'records that were read'],
  method: ['text', 'the HTTP method'],
  ms: ['number', 'how long it took, in milliseconds'],
  name: ['text', 'the name of a migration'],
  operation: ['text', 'the operation'],
  opsPort: ['number', 'the port of probes and metrics'],
  outcome: ['text', '`ok` or the code of an [error](errors.md); of a mail or push, its state'],
  port: ['number', 'the port of the gateway'],
  postType: ['text', 'a post type'],
  postTypes: ['texts', 'post types'],
  privateValues: ['number', 'private values concerned'],
  problem: ['text', 'an explanation for operators'],
  readableFrom: ['number', 'the oldest version of the program that can read the database'],
  reason: ['text', 'the reason'],
  recordId: ['number', 'the id of a record'],
  recordIds: ['numbers', 'ids of records'],
  records: ['number', 'a number of records'],
  removed: ['number', 'rows that were deleted'],
  requestId: ['text', 'the `X-Request-Id` of the client or a new one, the same in all services'],
  route: ['text', 'the route, never the path as it was sent'],
  rows: ['number', 'rows of the location grid'],
  run: ['text', 'a run of a job'],
  setting: ['text', 'the name of a setting'],
  sign: ['text', 'what shows that there is a proxy'],
  signal: ['text', 'a signal of the system'],
  siteLinkId: ['number', 'the site link that made a request'],
  siteLinks: ['numbers', 'ids of site links'],
  status: ['number', 'an HTTP status; 499: the client did not wait'],
  stream: ['text', 'a stream of NATS'],
  subject: ['text', 'a subject of NATS'],
  target: ['text', 'the service that was called'],
  task: ['object', 'a task of Meilisearch'],
  to: ['text', 'the new value or type'],
  total: ['number', 'documents that a migration has to change'],
  traceparent: ['text', '`00-<trace>-<span>-<flags>`'],
  unreadable: ['number', 'keys that cannot be decrypted'],
  userId: ['number', 'the user'],
  username: ['text', 'the name of the first administrator'],
  version: ['number', 'a version of a database'],
  webhook: ['number', 'a webhook'],
};

const schemas: Readonly<Record<Kind, z.ZodType>> = {
  text: z.string(),
  number: z.number(),
  numbers: z.array(z.number()),
  texts: z.array(z.string()),
  object: z.looseObject({}),
  time: z.iso.datetime(),
};

const schemaOf = (keys: Readonly<Record<string, readonly [Kind, string]>>) =>
  Object.fromEntries(Object.entries(keys).map(([key, [kind]]) => [key, schemas[kind]]));

const known = z.strictObject({
  ...schemaOf(always),
  msg: z.string().regex(/^[^A-Z]|^[A-Z]{2}/),
  ...z.object(schemaOf(logKeys)).partial().shape,
});
const ofExtension = z.looseObject({ ...schemaOf(always), extension: z.string() });

/** The problems of a line of a log by the documented schema; empty for a valid one. */
export function problemsOfLine(line: string): string[] {
  const parsed = JSON.parse(line) as Record<string, unknown>;
  const schema = 'extension' in parsed ? ofExtension : known;
  const { error } = schema.safeParse(parsed);
  return error ? [`${z.prettifyError(error)} in ${line}`] : [];
}

const row = ([key, [kind, meaning]]: [string, readonly [Kind, string]]) =>
  `| \`${key}\` | ${kind} | ${meaning} |`;
const table = (keys: Readonly<Record<string, readonly [Kind, string]>>) =>
  ['| key | type | meaning |', '|---|---|---|', ...Object.entries(keys).map(row)].join('\n');

/** The text of docs/reference/logs.md. */
export function logPage(): string {
  return `# Log lines

For operators: every key of the lines that the services write to standard output, one JSON object each. \`node test/docs/log-page.ts > docs/reference/logs.md\` generates this page;
tests compare it to the sources and to the lines of running services. A key has the same type in all lines, so that a log store can index it. [Traces and logs](../operations/tracing.md#logs) explains how to follow a request.

Values of secret keys and credentials in addresses are replaced by \`[secret]\`. Lines contain ids and codes, and no values of records.

## Every line

${table(always)}

## Where they apply

${table(logKeys)}
`;
}

if (import.meta.main) process.stdout.write(logPage());
