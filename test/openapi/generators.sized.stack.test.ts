import { execFile, spawnSync } from 'node:child_process';
import { symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import { api } from '../support/http.ts';
import { type TestUser, type World, worldInCommon } from '../support/world.ts';

const modules = join(import.meta.dirname, '../../node_modules');
const run = promisify(execFile);

/** A project with the document of a signed-in user. */
const project = temporaryDirectory();
let world: World;
let user: TestUser;
let text: string;

beforeAll(async () => {
  world = await worldInCommon();
  user = await world.createUser({ role: 'multiplier' });
  ({ text } = await api(world, user.token).get('openapi.json'));
  symlinkSync(modules, join(project, 'node_modules'));
  writeFileSync(join(project, 'package.json'), '{ "type": "module" }');
  writeFileSync(join(project, 'openapi.json'), text);
});

const inTypeScript = `import createClient from 'openapi-fetch';
import type { components, paths } from './schema.ts';

const [baseUrl = '', token = ''] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { authorization: \`Bearer \${token}\` } });
const body: components['schemas']['ContactCreate'] = {
  name: 'Amina Types',
  contact_phone: [{ value: '+99 555 0100' }],
};
const created = await client.POST('/svc-posts/v2/{post_type}', {
  params: { path: { post_type: 'contacts' } },
  body,
});
const listed = await client.GET('/svc-posts/v2/{post_type}', {
  params: { path: { post_type: 'contacts' }, query: { sort: 'name', limit: 10 } },
});
console.log(JSON.stringify({ id: created.data?.ID, ids: listed.data?.posts.map(({ ID }) => ID) }));
`;

test('the client of openapi-typescript compiles, and creates and lists a contact', async () => {
  await run(
    process.execPath,
    [join(modules, 'openapi-typescript/bin/cli.js'), 'openapi.json', '-o', 'schema.ts'],
    { cwd: project },
  );
  writeFileSync(join(project, 'contacts.ts'), inTypeScript);
  const compilerOptions = {
    target: 'es2022',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: ['node'],
    module: 'esnext',
    moduleResolution: 'bundler',
    strict: true,
    allowImportingTsExtensions: true,
    noEmit: true,
    skipLibCheck: true,
  };
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['contacts.ts'] }));
  const tsc = join(modules, 'typescript/bin/tsc');
  const compiled = await run(process.execPath, [tsc, '-p', project]).catch((error: unknown) => error);
  expect((compiled as { stdout: string }).stdout).toBe('');
  expectContact(await run(process.execPath, ['contacts.ts', ...target()], { cwd: project }));
}, 300_000);

const inPython = `import json, sys
sys.path.insert(0, sys.argv[3])
import openapi_client

settings = openapi_client.Configuration(host=sys.argv[1])
settings.access_token = sys.argv[2]
records = openapi_client.RecordsApi(openapi_client.ApiClient(settings))
# The generator has no class for an answer of several forms.
created = json.loads(records.records_create('contacts', {'name': 'Amina Python'}, _preload_content=False).data)
listed = records.records_list('contacts', sort='name', limit=10, _preload_content=False)
print(json.dumps({'id': created['ID'], 'ids': [each['ID'] for each in json.loads(listed.data)['posts']]}))
`;

const succeeds = (program: string, ...args: readonly string[]) => spawnSync(program, args).status === 0;
const hasPython = succeeds('python3', '-c', 'import urllib3, six, dateutil, certifi');
const hasJava = succeeds('java', '-version');
if (!hasPython || !hasJava)
  console.log('The client for Python is not tested: Java, or a package of Python, is not installed.');

(hasPython && hasJava ? test : test.skip)(
  'the client of OpenAPI Generator for Python creates and lists a contact',
  async () => {
    // This version, the last one that npm has as a whole, reads 3.0 alone, and no long patterns.
    const older = JSON.stringify({ ...JSON.parse(text), openapi: '3.0.3' }, (key, value: unknown) =>
      key === 'pattern' && String(value).includes('(?:') ? undefined : value,
    );
    writeFileSync(join(project, 'older.json'), older);
    const jar = join(modules, '@openapitools/openapi-generator-cli/bin/openapi-generator.jar');
    const options = ['-g', 'python', '-o', 'python', '--skip-validate-spec'];
    await run('java', ['-jar', jar, 'generate', '-i', 'older.json', ...options], {
      cwd: project,
      maxBuffer: 50_000_000,
    });
    writeFileSync(join(project, 'contacts.py'), inPython);
    expectContact(await run('python3', ['contacts.py', ...target(), 'python'], { cwd: project }));
  },
  300_000,
);

const target = () => [`${world.gatewayUrl}/wp-json`, user.token];

function expectContact({ stdout }: { readonly stdout: string }): void {
  const { id, ids } = JSON.parse(stdout) as { readonly id: number; readonly ids: readonly number[] };
  expect(id).toEqual(expect.any(Number));
  expect(ids).toContain(id);
}
