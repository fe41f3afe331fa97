import { readFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from '@jest/globals';
import {
  recordsDelete,
  recordsGet,
  ServiceError,
  type Extension,
  type ExtensionSetup,
  type Fields,
  type Filter,
  type Operation,
  type ShareRequest,
} from '@svc/contracts';
import type { BusCaller, CallContext } from '../bus/bus-caller.ts';
import { ServiceMetrics } from '../ops/service-metrics.ts';
import { spans, type Span } from '../tracing/span.ts';
import { captureLog, userActor } from '@svc/testing';
import { HookEngine } from './hook-engine.ts';

const mona = { actor: userActor(3, 'Mona') };

/** An extension with one filter of created records. */
const filtering = (name: string, filter: Filter<'svc_post_create_fields'>) =>
  extension(name, ({ addFilter }) => addFilter('svc_post_create_fields', filter));

const extension = (name: string, setup: (setup: ExtensionSetup) => void | Promise<void>): Extension => ({
  name,
  version: '1.0.0',
  setup,
});

/** `off` names the extensions that are switched off. */
async function engineOf(extensions: readonly Extension[], off = new Set<string>()) {
  const { log, lines } = captureLog();
  const metrics = new ServiceMetrics('test');
  const asked: CallContext[] = [];
  const caller: Pick<BusCaller, 'call'> = {
    call<Input, Output>(_operation: Operation<Input, Output>, input: Input, context: CallContext) {
      asked.push(context);
      return Promise.resolve(input as unknown as Output);
    },
  };
  const engine = await HookEngine.setUp(extensions, {
    log,
    metrics,
    caller,
    isOn: (name) => !off.has(name),
    timeoutMs: 50,
  });
  return { engine, lines, metrics, asked };
}

test('filters run by priority and then by extension, each with the result of the previous one', async () => {
  const append = (text: string) => (fields: Record<string, unknown>) => ({
    ...fields,
    name: `${fields['name'] as string}${text}`,
  });
  const { engine } = await engineOf([
    extension('one', ({ addFilter }) => {
      addFilter('svc_post_create_fields', append('c'));
      addFilter('svc_post_create_fields', append('e'), { priority: 20 });
    }),
    extension('two', ({ addFilter }) => {
      addFilter('svc_post_create_fields', append('d'));
      addFilter('svc_post_create_fields', append('b'), { priority: -1 });
    }),
  ]);
  const { fields } = await engine.filterWrite('svc_post_create_fields', mona, { name: 'a' }, 'contacts');
  expect(fields).toEqual({ name: 'abcde' });
});

test('an async filter receives its parameters, the calling actor and a logger', async () => {
  const { engine, lines } = await engineOf([
    extension('trainings', ({ addFilter }) => {
      addFilter('svc_post_update_fields', async (fields, postType, postId, existing, { actor, logger }) => {
        await new Promise(setImmediate);
        logger.info({ postType, postId }, 'seen');
        return { ...fields, was: existing['name'], by: actor.displayName };
      });
    }),
  ]);
  const { fields } = await engine.filterWrite('svc_post_update_fields', mona, { a: 1 }, 'contacts', 12, {
    name: 'old',
  });
  expect(fields).toEqual({ a: 1, was: 'old', by: 'Mona' });
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'seen', extension: 'trainings', postType: 'contacts', postId: 12 }),
  );
});

test('a hook without filters or actions does not change the value', async () => {
  const { engine } = await engineOf([]);
  const value = { name: 'a' };
  expect(await engine.filter('svc_after_get_post_fields_filter', mona, value, 'contacts')).toBe(value);
  const written = await engine.filterWrite('svc_post_create_fields', mona, value, 'contacts');
  expect(written.fields).toBe(value);
  expect(written.effects.shares).toEqual(new Map());
  await expect(engine.act('svc_post_deleted', mona, 'contacts', 1, 'a')).resolves.toBeUndefined();
});

test('hooks of a disabled extension do not run, and run again once it is enabled', async () => {
  const off = new Set(['trainings', 'visits']);
  const extensions = ['trainings', 'visits'].map((name) =>
    filtering(name, (fields) => ({ ...fields, [name]: true })),
  );
  const { engine } = await engineOf(extensions, off);
  expect(engine.hasFilters('svc_post_create_fields')).toBe(false);
  off.delete('visits');
  const create = async () =>
    (await engine.filterWrite('svc_post_create_fields', mona, {}, 'contacts')).fields;
  expect(await create()).toEqual({ visits: true });
  off.clear();
  expect(await create()).toEqual({ trainings: true, visits: true });
  expect(engine.hasFilters('svc_post_create_fields')).toBe(true);
  expect(engine.hasFilters('svc_post_update_fields')).toBe(false);
});

test.each([
  ['an error', () => Promise.reject(new Error('too late')), 'too late'],
  [
    'a text',
    () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- as an extension in JavaScript may
      throw 'no';
    },
    'no',
  ],
])(
  'a filter that throws %s refuses the request with the names of extension and hook',
  async (_how, filter, reason) => {
    const later = filtering('later', () => Promise.reject(new Error('a later filter ran')));
    const { engine, metrics } = await engineOf([filtering('trainings', filter), later]);
    await expect(engine.filterWrite('svc_post_create_fields', mona, {}, 'contacts')).rejects.toMatchObject({
      code: 'extension_refused',
      status: 400,
      message: `The extension trainings refused the request in svc_post_create_fields: ${reason}`,
      data: { extension: 'trainings', hook: 'svc_post_create_fields' },
    });
    expect(metrics.extensionFailures.counted).toEqual([]);
  },
);

const secret = 'of 12 Elm Street';

const throwing = (value: unknown) => (): never => {
  throw value;
};

test.each<[string, Filter<'svc_post_create_fields'>]>([
  ['reads a property of undefined', (fields) => (fields['place'] as { city: Fields }).city],
  ['parses invalid JSON', () => JSON.parse(secret) as Fields],
  ['calls a function that does not exist', () => (secret as never as () => Fields)()],
  ['reads a file that does not exist', () => ({ text: readFileSync(`/nowhere/${secret}`) })],
  [
    'gets an error of a library',
    () => Promise.reject(Object.assign(new Error(secret), { name: 'HttpError' })),
  ],
  ['gets an error with a code', () => Promise.reject(Object.assign(new Error(secret), { code: 11_000 }))],
  ['throws an object', throwing({ secret })],
  ['throws nothing', throwing(undefined)],
  ['returns undefined', () => undefined as never],
])('a filter that %s fails with its name, and the text of the error is only logged', async (_how, filter) => {
  const { engine, lines, metrics } = await engineOf([filtering('trainings', filter)]);
  const failure = await engine
    .filterWrite('svc_post_create_fields', mona, {}, 'contacts')
    .catch((caught: unknown) => caught as ServiceError);
  expect(failure).toBeInstanceOf(ServiceError);
  expect((failure as ServiceError).toBody()).toEqual({
    code: 'extension_failed',
    message: 'The extension trainings failed in svc_post_create_fields; nothing was written',
    data: { extension: 'trainings', hook: 'svc_post_create_fields', status: 500 },
  });
  expect(lines).toEqual([
    expect.objectContaining({ level: 50, extension: 'trainings', hook: 'svc_post_create_fields' }),
  ]);
  expect(metrics.extensionFailures.counted).toMatchObject([
    { extension: 'trainings', hook: 'svc_post_create_fields', outcome: 'failed', count: 1 },
  ]);
});

test('the log has the stack of a failed filter', async () => {
  const { engine, lines } = await engineOf([
    filtering('trainings', function readPlace(fields) {
      return (fields['place'] as { city: Fields }).city;
    }),
  ]);
  await engine.filterWrite('svc_post_create_fields', mona, {}, 'contacts').catch(() => undefined);
  expect(lines).toContainEqual(
    expect.objectContaining({
      err: expect.objectContaining({ stack: expect.stringContaining('readPlace') }),
    }),
  );
});

test('a filter can refuse with an error code of the catalogue', async () => {
  const refusal = new ServiceError('create_post', 'Not on Sundays.');
  const { engine } = await engineOf([filtering('trainings', () => Promise.reject(refusal))]);
  await expect(engine.filterWrite('svc_post_create_fields', mona, {}, 'contacts')).rejects.toBe(refusal);
});

test('a failed action is logged and counted by extension and hook, and other actions run', async () => {
  const ran: string[] = [];
  const { engine, lines, metrics } = await engineOf([
    extension('first', ({ addAction }) =>
      addAction('svc_post_created', () => {
        throw new Error('no mail');
      }),
    ),
    extension('second', ({ addAction }) =>
      addAction('svc_post_created', async (_type, id) => void ran.push(`${id}`)),
    ),
  ]);
  await engine.act('svc_post_created', mona, 'contacts', 12, { name: 'a' });
  expect(ran).toEqual(['12']);
  expect(metrics.extensionFailures.counted).toMatchObject([
    { extension: 'first', hook: 'svc_post_created', outcome: 'failed', count: 1 },
  ]);
  expect(lines).toEqual([
    expect.objectContaining({
      level: 50,
      hook: 'svc_post_created',
      extension: 'first',
      err: expect.objectContaining({ message: 'no mail' }),
    }),
  ]);
});

test('setups run one after another, and a failed setup is reported with its extension', async () => {
  const ran: string[] = [];
  const slow = extension('slow', async () => {
    await new Promise(setImmediate);
    ran.push('slow');
  });
  const quick = extension('quick', () => void ran.push('quick'));
  await engineOf([slow, quick]);
  expect(ran).toEqual(['slow', 'quick']);
  const failing = extension('failing', () => Promise.reject(new Error('no licence')));
  await expect(engineOf([failing])).rejects.toThrow('Setup of the extension failing failed: no licence');
});

describe('a call from a hook', () => {
  const id = { post_type: 'contacts', id: 12 };

  test('is made as the caller of the request', async () => {
    const { engine, asked } = await engineOf([
      filtering('trainings', async (_fields, _postType, { call }) => call(recordsGet, id)),
    ]);
    const ask = (operation: Operation, input: unknown) => Promise.resolve({ operation, input } as never);
    const { fields } = await engine.filterWrite('svc_post_create_fields', { ...mona, ask }, {}, 'contacts');
    expect(fields).toEqual({ operation: recordsGet, input: id });
    expect(asked).toEqual([]);
  });

  test('cannot write from a filter of read values', async () => {
    const { engine } = await engineOf([
      extension('counting', ({ addFilter }) =>
        addFilter('svc_after_get_post_fields_filter', async (_fields, _postType, { call }) => {
          await call(recordsGet, id);
          return call(recordsDelete, id) as never;
        }),
      ),
    ]);
    const asked: string[] = [];
    const ask = (operation: Operation) => Promise.resolve(asked.push(operation.name) as never);
    await expect(
      engine.filter('svc_after_get_post_fields_filter', { ...mona, ask }, {}, 'contacts'),
    ).rejects.toMatchObject({
      code: 'extension_failed',
      cause: expect.objectContaining({
        message: expect.stringContaining(
          'a filter of read values must not call records.delete, which writes',
        ),
      }),
    });
    expect(asked).toEqual(['records.get']);
  });

  test('is made as the system with the name of the extension from setup, and after a comment in the name of its author', async () => {
    const { engine, asked } = await engineOf([
      extension('trainings', ({ addAction, call: callAsExtension }) =>
        addAction('svc_comment_created', async (_postType, _postId, _commentId, _type, { call }) => {
          await call(recordsGet, id);
          await callAsExtension(recordsGet, id);
        }),
      ),
    ]);
    await engine.act('svc_comment_created', mona, 'contacts', 12, 7, 'comment');
    const asSystem = (userId: number) =>
      expect.objectContaining({
        caller: expect.objectContaining({ kind: 'system', displayName: 'trainings', userId }),
      });
    expect(asked).toEqual([asSystem(mona.actor.userId), asSystem(0)]);
    for (const { deadline } of asked) expect(deadline.isOver).toBe(false);
  });
});

describe('a share from filters of a write', () => {
  const sharing = (...requests: ShareRequest[]) =>
    extension('trainings', ({ addFilter }) => {
      for (const request of requests) {
        addFilter('svc_post_update_fields', (fields, _postType, _postId, _existing, { share }) => {
          share(request);
          return fields;
        });
      }
    });
  const update = async (...requests: ShareRequest[]) => {
    const { engine } = await engineOf([sharing(...requests)]);
    return engine.filterWrite('svc_post_update_fields', mona, {}, 'contacts', 12, {});
  };

  test('is merged over all filters, by record', async () => {
    const { effects } = await update(
      { users: [3, 4] },
      { users: [4, 5] },
      { users: [3], record: 20 },
      { users: [], record: 21 },
    );
    expect(effects.shares).toEqual(
      new Map<number | 'this', Set<number>>([
        ['this', new Set([3, 4, 5])],
        [20, new Set([3])],
      ]),
    );
  });

  test.each<[string, ShareRequest]>([
    ['a user id of a wrong type', { users: ['3' as never] }],
    ['the user id 0', { users: [0] }],
    ['a fractional user id', { users: [1.5] }],
    ['an invalid record id', { users: [3], record: Number.NaN }],
  ])('fails for %s', async (_what, request) => {
    await expect(update(request)).rejects.toMatchObject({
      code: 'extension_failed',
      cause: expect.objectContaining({
        message: expect.stringContaining('share requires the ids of users and of a record, received '),
      }),
    });
  });
});

describe('a hook without an answer', () => {
  const never = () => new Promise<never>(() => undefined);

  test('refuses the request of a filter with the names of extension and hook, and is counted', async () => {
    const { engine, metrics } = await engineOf([filtering('trainings', never)]);
    await expect(engine.filterWrite('svc_post_create_fields', mona, {}, 'contacts')).rejects.toMatchObject({
      code: 'extension_refused',
      status: 503,
      message:
        'The extension trainings did not answer in svc_post_create_fields within 50 milliseconds; nothing was written',
      data: { extension: 'trainings', hook: 'svc_post_create_fields' },
    });
    expect(metrics.extensionFailures.counted).toMatchObject([
      { extension: 'trainings', hook: 'svc_post_create_fields', outcome: 'timeout', count: 1 },
    ]);
  });

  test('does not block the caller or the next action if it is an action', async () => {
    const ran: string[] = [];
    const { engine, metrics, lines } = await engineOf([
      extension('stuck', ({ addAction }) => addAction('svc_post_deleted', never)),
      extension('next', ({ addAction }) => addAction('svc_post_deleted', () => void ran.push('next'))),
    ]);
    await engine.act('svc_post_deleted', mona, 'contacts', 1, 'a');
    expect(ran).toEqual(['next']);
    expect(metrics.extensionFailures.counted).toMatchObject([
      { extension: 'stuck', hook: 'svc_post_deleted', outcome: 'timeout', count: 1 },
    ]);
    expect(lines).toContainEqual(expect.objectContaining({ extension: 'stuck', hook: 'svc_post_deleted' }));
  });
});

describe('the span of a hook', () => {
  const ended: Span[] = [];
  const note = { asyncEnd: (span: Span) => void ended.push(span) } as never;

  beforeEach(() => {
    ended.splice(0);
    spans.subscribe(note);
  });

  afterEach(() => void spans.unsubscribe(note));

  test('has the names of hook and extension, and lasts as long as the hook', async () => {
    const { engine } = await engineOf([
      filtering('trainings', async (fields) => {
        await new Promise(setImmediate);
        expect(ended).toEqual([]);
        return fields;
      }),
    ]);
    await engine.filterWrite('svc_post_create_fields', mona, {}, 'contacts');
    expect(ended).toMatchObject([
      {
        name: 'hook svc_post_create_fields',
        kind: 'internal',
        attributes: { 'svc.extension': 'trainings', 'svc.hook': 'svc_post_create_fields' },
      },
    ]);
  });

  test('has the name of the error if the hook does not answer', async () => {
    const { engine } = await engineOf([filtering('trainings', () => new Promise<never>(() => undefined))]);
    await engine.filterWrite('svc_post_create_fields', mona, {}, 'contacts').catch(() => undefined);
    expect(ended).toMatchObject([
      { name: 'hook svc_post_create_fields', error: expect.objectContaining({ name: 'HookTimeout' }) },
    ]);
  });
});
