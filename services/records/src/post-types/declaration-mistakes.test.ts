import { expect, test } from '@jest/globals';
import { recordsGet, type Extension, type ExtensionSetup } from '@svc/contracts';
import {
  checkForm,
  checkGrants,
  DeclarationMistakes,
  HookEngine,
  ServiceMetrics,
  withCheckedSetup,
} from '@svc/service-kit';
import { captureLog } from '@svc/testing';
import { builtInModules } from '../modules/built-in-modules.ts';
import connectedExtension from '../testing/connected-extension.ts';
import { extension, withField } from '../testing/mistakes/declared.ts';
import { mistakenFields } from '../testing/mistakes/mistaken-fields.ts';
import { mistakenParts } from '../testing/mistakes/mistaken-parts.ts';
import { mistakenSetups } from '../testing/mistakes/mistaken-setups.ts';
import { PostTypes } from './post-types.ts';

/** The mistakes that a start of the service reports for these declarations, without its first line. */
async function mistakesIn(...declared: readonly unknown[]): Promise<string[]> {
  const mistakes = new DeclarationMistakes();
  const loaded = declared.flatMap((one) => checkForm(one, 'trainings', mistakes) ?? []);
  if (loaded.length === declared.length) await check(loaded, mistakes);
  try {
    mistakes.throwIfAny();
    return [];
  } catch (error) {
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
}

async function check(loaded: readonly Extension[], mistakes: DeclarationMistakes): Promise<void> {
  checkGrants(loaded, mistakes);
  const extensions = [...builtInModules, ...loaded];
  const declaredFields = PostTypes.merge(extensions, mistakes).declaredFields();
  await HookEngine.setUp(
    extensions.map((extension) => withCheckedSetup(extension, { mistakes, declaredFields })),
    {
      log: captureLog().log,
      metrics: new ServiceMetrics('test'),
      caller: { call: () => Promise.reject(new Error('no service answers')) },
      timeoutMs: 50,
    },
  );
}

const number = { name: 'X', type: 'number' };
const select = (options: unknown, more: object = {}) => ({
  name: 'X',
  type: 'key_select',
  default: options,
  ...more,
});
const setup = (run: (setup: ExtensionSetup) => void | Promise<void>) => extension({ setup: run });
const handler = () => undefined;

test.each([...mistakenParts, ...mistakenFields, ...mistakenSetups])(
  'the declaration %j is refused, and nothing else of it: %s',
  async (declared, mistake) => {
    const found = await mistakesIn(declared);
    expect(found).toHaveLength(1);
    expect(found[0]?.slice(0, `trainings: ${mistake}`.length)).toBe(`trainings: ${mistake}`);
  },
);

test('the declarations of the service and of a correct extension have no mistake', async () => {
  const full = extension({
    postTypes: {
      trainings: {
        label_singular: 'Training',
        label_plural: 'Trainings',
        fields: { seats: { ...number, min_option: 1, max_option: 1 } },
      },
    },
    modules: { trainings: { label: 'Trainings' } },
    roles: { trainer: { label: 'Trainer', permissions: { view_any_trainings: true, lead_trainings: true } } },
    siteLinkTypes: { leads: { label: 'Leads', capabilities: ['lead_trainings', 'update_own_contacts'] } },
    setup({ addFilter, addAction, subscribe }: ExtensionSetup) {
      addFilter('svc_post_create_fields', (fields) => fields, { priority: -1 });
      addAction('svc_comment_created', handler, {
        concerns: { postType: 'contacts', flag: 'requires_update' },
      });
      subscribe(
        'own',
        { entity: 'record', postType: 'trainings', verbs: ['updated'], changed: ['seats'] },
        handler,
      );
    },
  });
  expect(await mistakesIn(full, connectedExtension)).toEqual([]);
});

test('further attributes of fields, options and tiles are for clients, and kept', async () => {
  const x = select(
    { red: { label: 'Red', symbol: 'R' } },
    { title: 'Long name', mapbox: false, own_widget: { size: 3 } },
  );
  expect(
    await mistakesIn(
      withField(x),
      extension({ name: 'tiles', tiles: { contacts: { x: { label: 'X', columns: 2 } } } }),
    ),
  ).toEqual([]);
});

test('all mistakes of all extensions are reported together, each with its extension', async () => {
  const first = {
    ...withField({ ...number, min_option: '1', tile: 'detials' }),
    setup: ({ addFilter, subscribe }: ExtensionSetup) => {
      addFilter('svc_post_creat_fields' as never, handler as never);
      subscribe('own', { entity: 'recrod' } as never, handler);
    },
  };
  const second = { ...withField({ name: 'X', type: 'nubmer' }, 'y'), name: 'visits' };
  expect(await mistakesIn(first, second)).toEqual([
    'trainings: fields.contacts.x.min_option: must be a number',
    'visits: fields.contacts.y.type: unknown field type nubmer; did you mean number?',
    'trainings: fields.contacts.x.tile: unknown tile detials; did you mean details?',
    'trainings: setup: unknown hook svc_post_creat_fields; did you mean svc_post_create_fields?',
    'trainings: setup: the subscription own: unknown entity recrod; did you mean record?',
  ]);
});

test('two extensions of the same name are refused', async () => {
  expect(await mistakesIn(extension({}), extension({}))).toEqual([
    'trainings: name: another extension has the same name; each extension needs its own',
  ]);
});

test('a mistake is reported with the extension that declared the attribute last', async () => {
  const later = { ...withField({ ...number, max_option: 1 }), name: 'later' };
  const latest = { ...withField(number), name: 'latest' };
  expect(await mistakesIn(withField({ ...number, min_option: 2 }), later, latest)).toEqual([
    'trainings: fields.contacts.x.min_option: must not be above max_option',
  ]);
});

test('a setup may call operations, and hooks of an extension with a mistake in another one are registered', async () => {
  const calling = setup(async ({ call, addFilter }) => {
    addFilter('svc_post_create_fields', (fields) => fields);
    await call(recordsGet, { post_type: 'contacts', id: 1 });
  });
  expect(await mistakesIn(calling)).toEqual(['trainings: setup: failed: no service answers']);
});
