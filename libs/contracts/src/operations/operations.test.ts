import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from '@jest/globals';
import { errorCatalogue } from '../errors.ts';
import { operationSubject, serviceNames, serviceOf } from '../operation.ts';
import { allOperations } from './index.ts';

const servicesFolder = fileURLToPath(new URL('../../../../services/', import.meta.url));

/** `records.activity_item` is answered in `services/records/src/operations/activity-item.ts`. */
function handlerFile(name: string): string {
  const [service = '', verb = ''] = name.split('.');
  return `${service}/src/operations/${verb.replaceAll('_', '-')}.ts`;
}

test('every operation has its handler in the file that its name says', () => {
  const names = allOperations.map(({ name }) => name);
  const there = serviceNames.flatMap((service) =>
    readdirSync(`${servicesFolder}${service}/src/operations`).map(
      (file) => `${service}/src/operations/${file}`,
    ),
  );
  expect(names.map(handlerFile).filter((file) => !there.includes(file))).toEqual([]);
  const without = names.filter(
    (name) => !/\bdefineHandler\(/.test(readFileSync(`${servicesFolder}${handlerFile(name)}`, 'utf8')),
  );
  expect(without).toEqual([]);
});

test('names are unique, and are one token of a subject for each of service and verb', () => {
  const names = allOperations.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  for (const operation of allOperations) {
    expect(operation.name).toMatch(/^[a-z]+\.[a-z]+(_[a-z]+)*$/);
    expect(serviceNames).toContain(serviceOf(operation));
    expect(operationSubject(operation)).toBe(`svc.rpc.${operation.name}`);
  }
});

test('every operation says what it does, and each of its errors once', () => {
  for (const { name, summary, errors } of allOperations) {
    expect([name, summary]).toEqual([name, expect.stringMatching(/^[A-Z].*\.$/)]);
    expect([name, new Set(errors).size]).toEqual([name, errors.length]);
    expect(errors.filter((code) => !(code in errorCatalogue))).toEqual([]);
  }
});

test('every code of the catalogue carries statuses of failures only', () => {
  for (const [code, { statuses }] of Object.entries(errorCatalogue))
    expect([code, statuses.filter((status) => status < 400 || status > 599)]).toEqual([code, []]);
});
