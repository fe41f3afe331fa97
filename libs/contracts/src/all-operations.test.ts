import { readdirSync, readFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { z } from 'zod';
import { actorSchema } from './actor.ts';
import { errorCatalogue, isErrorCode } from './errors.ts';
import { deadLetterOperations } from './operations/dead-letters.ts';
import { eventSchemas } from './events/event-schemas.ts';
import { viewEventSchema } from './events/view-event.ts';
import { serviceNames } from './identity.ts';
import { commonErrors, operationSubject, serviceOf } from './operation.ts';
import { allCommands, allOperations } from './all-operations.ts';

const servicesFolder = fileURLToPath(new URL('../../../services/', import.meta.url));

/** Where the handlers of a service are, by the name of their file: some are in folders of operations that belong together. */
function handlerFiles(service: string): Map<string, string> {
  const files = readdirSync(`${servicesFolder}${service}/src/operations`, {
    recursive: true,
    encoding: 'utf8',
  });
  return new Map(files.map((file) => [basename(file), `${servicesFolder}${service}/src/operations/${file}`]));
}

/** Each service answers these with the same handlers, which the service kit makes. */
const ofServiceKit = new Set<unknown>(
  Object.values(deadLetterOperations).flatMap((each) => Object.values<unknown>(each)),
);

/** `records.activity_item` is answered by `activity-item.ts` somewhere in `services/records/src/operations`. */
test('every operation has a handler in the file of its name', () => {
  const files = new Map(serviceNames.map((service) => [service, handlerFiles(service)]));
  const without = allOperations.filter((operation) => {
    if (ofServiceKit.has(operation)) return false;
    const verb = operation.name.slice(operation.name.indexOf('.') + 1);
    const file = files.get(serviceOf(operation))?.get(`${verb.replaceAll('_', '-')}.ts`);
    return !file || !/\bdefineHandler\(/.test(readFileSync(file, 'utf8'));
  });
  expect(without.map(({ name }) => name)).toEqual([]);
});

test('names of operations are unique, and consist of a service and a verb', () => {
  const names = allOperations.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const operation of allOperations) {
    expect(operation.name).toMatch(/^[a-z]+\.[a-z]+(_[a-z]+)*$/);
    expect(serviceNames).toContain(serviceOf(operation));
    expect(operationSubject(operation)).toBe(`svc.rpc.${operation.name}`);
  }
});

test('every operation has a summary, and lists known errors once each', () => {
  for (const { name, summary, errors } of allOperations) {
    expect([name, summary]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)]);
    expect([name, new Set(errors).size]).toEqual([name, errors.length]);
    expect([...commonErrors, ...errors].filter((code) => !isErrorCode(code))).toEqual([]);
  }
});

test('every code of the error catalogue has 4xx and 5xx statuses only', () => {
  for (const [code, { statuses }] of Object.entries(errorCatalogue))
    expect([code, statuses.filter((status) => status < 400 || status > 599)]).toEqual([code, []]);
});

/** While processes are replaced one by one, those of the version before get what the next one sends. */
test('schemas of operations, commands and events accept fields added by a later version', () => {
  const schemas: Record<string, z.ZodType> = { actor: actorSchema, view: viewEventSchema, ...eventSchemas };
  for (const { name, input, output } of allOperations)
    Object.assign(schemas, { [`${name} input`]: input, [`${name} output`]: output });
  for (const { name, input, result } of allCommands)
    Object.assign(schemas, { [`${name} input`]: input, [`${name} result`]: result });
  const isClosed = (schema: z.ZodType) => {
    const described = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
    return JSON.stringify(described).includes('"additionalProperties":false');
  };
  expect(Object.keys(schemas).filter((name) => isClosed(schemas[name] as z.ZodType))).toEqual([]);
});
