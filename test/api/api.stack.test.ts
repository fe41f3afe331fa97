import { afterAll, beforeAll, describe, expect, test } from '@jest/globals';
import { EventWatch } from '../support/events.ts';
import type { Answer } from '../support/http.ts';
import { type World, worldInCommon } from '../support/world.ts';
import { WriteWatch } from '../support/write-watch.ts';
import { rows, type Row } from './rows.ts';
import { openCast, Scene, type Cast } from './scene.ts';

let world: World;
let cast: Cast;
let events: EventWatch;
let writes: WriteWatch;

beforeAll(async () => {
  world = await worldInCommon();
  cast = await openCast(world);
  events = await EventWatch.open(world);
  writes = await WriteWatch.open(world);
});

afterAll(async () => {
  events?.close();
  await writes?.close();
});

/** Permitted writes of refused requests: counters of limited actions, and unused ids. */
const counted = /^(insert|update) (svc_users\.failed_logins|svc_records\.value_checks|svc_\w+\.sequences)$/;

describe.each(rows)('%s', (_about, each) => {
  test.each(each)('$name', async (row) => {
    const scene = new Scene(world, cast);
    await scene.prepare(row);
    await events.take();
    await writes.take();

    const answer = await send(row, scene);
    const { ID: created } = (answer.body ?? {}) as { ID?: unknown };
    if (typeof created === 'number') scene.set('created', created);

    expectAnswer(answer, scene.fill(row));
    const fired = (await events.take()).filter(isOfRequest).map(({ type, subject }) => `${type} ${subject}`);
    expect(fired.sort()).toEqual([...scene.fill(row.fires ?? [])].sort());
    if (row.status >= 400) expect((await writes.take()).filter((write) => !counted.test(write))).toEqual([]);
  });
});

/** Notifications follow when users has consumed the events of a request, of this row or of one before: test/api/events.stack.test.ts. */
function isOfRequest({ type }: { readonly type: string }): boolean {
  return type !== 'svc.notification.created';
}

function send(row: Row, scene: Scene): Promise<Answer> {
  const [method = '', path = ''] = scene.fill(row.request).split(' ');
  const { json, form, query } = scene.fill(row);
  return scene.as(row.as ?? 'mona').request(method, path, {
    ...(json !== undefined && { json }),
    ...(form !== undefined && { form }),
    ...(query !== undefined && { query }),
  });
}

function expectAnswer({ status, body, text, headers }: Answer, row: Row): void {
  expect({ status, text }).toEqual({ status: row.status, text: expect.any(String) });
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  if (status >= 400) expectErrorShape(body, status);
  if (row.body !== undefined) expect([body]).toMatchObject([asMatchers(row.body)]);
  for (const word of row.hasNot ?? []) expect(text).not.toContain(word);
}

/** Expects exactly the shape of errors, unwrapped. */
function expectErrorShape(body: unknown, status: number): void {
  expect(body).toEqual({
    code: expect.stringMatching(/^\w+$/),
    message: expect.stringMatching(/\w/),
    data: expect.objectContaining({ status }),
  });
}

/** Regular expressions of a row as matchers. */
function asMatchers(value: unknown): unknown {
  if (value instanceof RegExp) return expect.stringMatching(value);
  if (Array.isArray(value)) return value.map(asMatchers);
  if (typeof value !== 'object' || value === null || Object.getPrototypeOf(value) !== Object.prototype) {
    return value;
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, asMatchers(inner)]));
}
