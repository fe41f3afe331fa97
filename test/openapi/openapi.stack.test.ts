import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { recordsSetModule } from '@svc/contracts';
import { until } from '@svc/testing';
import { api, type Api } from '../support/http.ts';
import { type World, worldInCommon } from '../support/world.ts';

interface Document {
  readonly openapi: string;
  readonly paths: Record<string, Record<string, { readonly deprecated?: boolean }>>;
  readonly components: {
    readonly schemas: Record<string, { readonly properties?: Record<string, unknown> }>;
    readonly parameters: { readonly PostType: { readonly schema: { readonly enum?: string[] } } };
  };
}

let world: World;
let mona: Api;
let registered: Api;
let stranger: Api;

beforeAll(async () => {
  world = await worldInCommon();
  mona = api(world, (await world.createUser({ role: 'multiplier' })).token);
  registered = api(world, (await world.createUser({ role: 'registered' })).token);
  stranger = api(world);
});

const documentFor = async (caller: Api) => (await caller.get<Document>('openapi.json')).body;
const schemasFor = async (caller: Api) => (await documentFor(caller)).components.schemas;

test('without credentials the document has every endpoint, and records in their general form', async () => {
  const { openapi, paths, components } = await documentFor(stranger);
  expect(openapi).toBe('3.1.0');
  expect(Object.keys(paths)).toEqual(
    expect.arrayContaining(['/svc-posts/v2/{post_type}/{id}', '/openapi.json']),
  );
  expect(paths['/svc-posts/v2/{post_type}/list']?.['get']).toMatchObject({ deprecated: true });
  expect(components.schemas).toHaveProperty('RecordCreate');
  expect(components.schemas).not.toHaveProperty('Contact');
  expect(components.parameters.PostType.schema.enum).toBeUndefined();
});

test('a caller gets the types and fields that they may see, those of extensions included', async () => {
  const { components } = await documentFor(mona);
  for (const name of ['Contact', 'ContactCreate', 'ContactUpdate', 'ContactItem', 'ContactQuery', 'Group'])
    expect(components.schemas).toHaveProperty(name);
  const { Contact, ContactCreate, ContactQuery, Record: record } = components.schemas;
  expect(Contact?.properties).toMatchObject({
    post_type: { const: 'contacts' },
    x_rating: { type: 'number', description: 'Rating' },
  });
  expect(ContactCreate?.properties).toHaveProperty('x_links');
  expect(ContactQuery?.properties).toHaveProperty('x_rating');
  expect(JSON.stringify(record)).toContain('#/components/schemas/Contact');
  expect(components.parameters.PostType.schema.enum).toEqual(expect.arrayContaining(['contacts', 'groups']));
});

test('a caller without access to any type gets the general form', async () => {
  expect(await schemasFor(registered)).not.toHaveProperty('Contact');
});

test('the document has a tag, and is the same outside the API root', async () => {
  const { headers, text } = await mona.get('openapi.json');
  const tag = headers.get('etag') ?? '';
  const { status } = await fetch(`${world.gatewayUrl}/wp-json/openapi.json`, {
    headers: { 'if-none-match': tag },
  });
  expect(status).toBe(200);
  const general = await stranger.get('openapi.json');
  expect(general.headers.get('etag')).not.toBe(tag);
  const outside = await fetch(`${world.gatewayUrl}/openapi.json`);
  expect(await outside.text()).toBe(general.text);
  const again = await fetch(`${world.gatewayUrl}/openapi.json`, {
    headers: { 'if-none-match': general.headers.get('etag') ?? '' },
  });
  expect(again.status).toBe(304);
  expect(text).not.toBe(general.text);
});

test('credentials that are not valid are refused', async () => {
  const { status, body } = await api(world, 'a.b.c').get('openapi.json');
  expect({ status, body }).toMatchObject({ status: 403, body: { code: 'jwt_auth_invalid_token' } });
});

test('a module that is switched off changes the document soon, and so does one that is switched on', async () => {
  const hasBaptism = async () => 'baptism_date' in ((await schemasFor(mona))['Contact']?.properties ?? {});
  expect(await hasBaptism()).toBe(true);
  const module = 'contacts_baptisms_module';
  await world.ask(recordsSetModule, { module, enabled: false });
  try {
    await until(async () => expect(await hasBaptism()).toBe(false));
  } finally {
    await world.ask(recordsSetModule, { module, enabled: true });
  }
  await until(async () => expect(await hasBaptism()).toBe(true));
});

const redocly = join(import.meta.dirname, '../../node_modules/@redocly/cli/bin/cli.js');
const folder = mkdtempSync(join(tmpdir(), 'svc-openapi-'));
const quiet = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' };

interface RedoclyProblem {
  readonly ruleId: string;
  readonly message: string;
  readonly location: readonly { readonly pointer?: string }[];
}

test.each(['with the types of an installation', 'in the general form'])(
  'the document %s passes the recommended rules of Redocly without a warning',
  async (form) => {
    const caller = form === 'in the general form' ? stranger : mona;
    const file = join(folder, 'openapi.json');
    writeFileSync(file, (await caller.get('openapi.json')).text);
    const lint = promisify(execFile)(process.execPath, [redocly, 'lint', '--format', 'json', file], {
      env: { ...process.env, ...quiet },
      maxBuffer: 50_000_000,
    });
    const { stdout } = await lint.catch((error: unknown) => error as { stdout: string });
    const { problems } = JSON.parse(stdout.slice(stdout.indexOf('{'))) as {
      problems: readonly RedoclyProblem[];
    };
    expect(
      problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} (${location[0]?.pointer})`),
    ).toEqual([]);
  },
);
