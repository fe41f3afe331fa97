import { expect, test } from '@jest/globals';
import { ServiceError, type Extension, type ExtensionSetup } from '@svc/contracts';
import { ServiceMetrics } from '../ops/service-metrics.ts';
import { captureLog, userActor } from '../testing/index.ts';
import { HookEngine } from './hook-engine.ts';

const mona = userActor(3, 'Mona');

const extension = (name: string, setup: (setup: ExtensionSetup) => void | Promise<void>): Extension => ({
  name,
  version: '1.0.0',
  setup,
});

async function engineOf(...extensions: Extension[]) {
  const { log, lines } = captureLog();
  const metrics = new ServiceMetrics('test');
  return { engine: await HookEngine.setUp(extensions, log, metrics), lines, metrics };
}

test('filters run in order of priority, then of their extensions; each gets what the one before made', async () => {
  const append = (text: string) => (fields: Record<string, unknown>) => ({
    ...fields,
    name: `${fields['name'] as string}${text}`,
  });
  const { engine } = await engineOf(
    extension('one', ({ addFilter }) => {
      addFilter('svc_post_create_fields', append('c'));
      addFilter('svc_post_create_fields', append('e'), { priority: 20 });
    }),
    extension('two', ({ addFilter }) => {
      addFilter('svc_post_create_fields', append('d'));
      addFilter('svc_post_create_fields', append('b'), { priority: -1 });
    }),
  );
  const fields = await engine.filter('svc_post_create_fields', mona, { name: 'a' }, 'contacts');
  expect(fields).toEqual({ name: 'abcde' });
});

test('a filter may be async, and is told its parameters, who calls and where to log', async () => {
  const { engine, lines } = await engineOf(
    extension('trainings', ({ addFilter }) => {
      addFilter('svc_post_update_fields', async (fields, postType, postId, existing, { actor, logger }) => {
        await new Promise(setImmediate);
        logger.info({ postType, postId }, 'seen');
        return { ...fields, was: existing['name'], by: actor.displayName };
      });
    }),
  );
  const fields = await engine.filter('svc_post_update_fields', mona, { a: 1 }, 'contacts', 12, {
    name: 'old',
  });
  expect(fields).toEqual({ a: 1, was: 'old', by: 'Mona' });
  expect(lines).toContainEqual(
    expect.objectContaining({ msg: 'seen', extension: 'trainings', postType: 'contacts', postId: 12 }),
  );
});

test('a hook that nobody has added to leaves the value as it is', async () => {
  const { engine } = await engineOf();
  const value = { name: 'a' };
  expect(await engine.filter('svc_post_create_fields', mona, value, 'contacts')).toBe(value);
  await expect(engine.act('svc_post_deleted', mona, 'contacts', 1, 'a')).resolves.toBeUndefined();
});

test.each([
  ['throws an error', () => Promise.reject(new Error('too late')), 'too late'],
  [
    'throws something else',
    () => {
      // eslint-disable-next-line @typescript-eslint/only-throw-error -- as an extension in JavaScript may
      throw 'no';
    },
    'no',
  ],
  ['forgets to answer', () => undefined as never, 'it answered nothing'],
])('a filter that %s refuses the request, naming extension and hook', async (_how, filter, reason) => {
  const { engine } = await engineOf(
    extension('trainings', ({ addFilter }) => addFilter('svc_post_create_fields', filter)),
    extension('later', ({ addFilter }) =>
      addFilter('svc_post_create_fields', () => {
        throw new Error('a later filter ran');
      }),
    ),
  );
  const error: unknown = await engine
    .filter('svc_post_create_fields', mona, {}, 'contacts')
    .catch((caught) => caught);
  expect(error).toMatchObject({
    code: 'extension_refused',
    status: 400,
    message: `The extension trainings refused the request in svc_post_create_fields: ${reason}`,
    data: { extension: 'trainings', hook: 'svc_post_create_fields' },
  });
});

test('a filter may refuse with a code of the catalogue', async () => {
  const refusal = new ServiceError('create_post', 'Not on Sundays.');
  const { engine } = await engineOf(
    extension('trainings', ({ addFilter }) =>
      addFilter('svc_post_create_fields', () => Promise.reject(refusal)),
    ),
  );
  await expect(engine.filter('svc_post_create_fields', mona, {}, 'contacts')).rejects.toBe(refusal);
});

test('an action that throws is logged and counted with extension and hook; the others run', async () => {
  const ran: string[] = [];
  const { engine, lines, metrics } = await engineOf(
    extension('first', ({ addAction }) =>
      addAction('svc_post_created', () => {
        throw new Error('no mail');
      }),
    ),
    extension('second', ({ addAction }) =>
      addAction('svc_post_created', async (_type, id) => void ran.push(`${id}`)),
    ),
  );
  await engine.act('svc_post_created', mona, 'contacts', 12, { name: 'a' });
  expect(ran).toEqual(['12']);
  const counted = await metrics.extensionFailures.get();
  expect(counted.values).toMatchObject([
    { value: 1, labels: { extension: 'first', hook: 'svc_post_created' } },
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

test('setups run one after the other; one that throws is named', async () => {
  const ran: string[] = [];
  const slow = extension('slow', async () => {
    await new Promise(setImmediate);
    ran.push('slow');
  });
  const quick = extension('quick', () => void ran.push('quick'));
  await engineOf(slow, quick);
  expect(ran).toEqual(['slow', 'quick']);
  const failing = extension('failing', () => Promise.reject(new Error('no licence')));
  await expect(engineOf(failing)).rejects.toThrow('The setup of the extension failing failed: no licence');
});
