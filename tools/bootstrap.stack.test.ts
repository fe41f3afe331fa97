import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from '@jest/globals';
import { temporaryDirectory } from '@svc/testing';
import manifest from '../package.json' with { type: 'json' };
import checksums from './node-checksums.json' with { type: 'json' };

const LOCKED = {
  '': {},
  'node_modules/node': { version: '24.0.0' },
  'node_modules/only-elsewhere': { version: '1.0.0', optional: true },
};
const INSTALLED = { 'node_modules/node': { version: '24.0.0' } };
const HERE = `${process.platform}-${process.arch}`;
const SHA256 = createHash('sha256').update(readFileSync(process.execPath)).digest('hex');

let project: string;

/** A project with a lockfile and no node_modules; its npm notes what it is asked and installs when told so. */
beforeEach(() => {
  project = temporaryDirectory();
  mkdirSync(join(project, 'tools'));
  copyFileSync(join(import.meta.dirname, 'bootstrap.mjs'), join(project, 'tools/bootstrap.mjs'));
  lock({});
  expectChecksums({ [HERE]: SHA256 });
  const hello =
    'console.log("hello", process.argv.slice(2).join(" ")); process.exit(Number(process.argv[2]))';
  write('hello.mjs', hello);
  npmDoes(`install();`);
});

const lock = (more: object) =>
  write('package-lock.json', JSON.stringify({ packages: { ...LOCKED, ...more } }));

const expectChecksums = (sha256: Record<string, string>) =>
  write('tools/node-checksums.json', JSON.stringify({ version: '24.0.0', sha256 }));

const write = (file: string, text: string) => writeFileSync(join(project, file), text);

function npmDoes(action: string): void {
  write(
    'npm.js',
    `const fs = require('fs');
     const ask = process.argv.slice(2).join(' ');
     fs.appendFileSync('asked', ask + '\\n');
     const install = () => {
       fs.mkdirSync('node_modules/node/bin', { recursive: true });
       fs.writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(JSON.stringify({ packages: INSTALLED }))});
       addNode();
     };
     const addNode = () => fs.symlinkSync(process.execPath, 'node_modules/node/bin/node');
     ${action}`,
  );
}

const asked = () =>
  existsSync(join(project, 'asked')) ? readFileSync(join(project, 'asked'), 'utf8').trim().split('\n') : [];

/** Docker is where the test's project has a file of its name, whatever the machine has. */
function bootstrap(...args: string[]): ChildProcess {
  const DOCKER_HOST = `unix://${join(project, 'docker')}`;
  const env = { ...process.env, npm_execpath: join(project, 'npm.js'), DOCKER_HOST };
  return spawn(process.execPath, ['tools/bootstrap.mjs', ...args], { cwd: project, env });
}

async function outcome(command: ChildProcess): Promise<{ code: number; output: string }> {
  let output = '';
  for (const stream of [command.stdout, command.stderr])
    stream?.on('data', (chunk) => (output += String(chunk)));
  const [code] = (await once(command, 'close')) as [number];
  return { code, output };
}

test('a fresh clone is installed from the lockfile, then the program runs with its arguments', async () => {
  const { code, output } = await outcome(bootstrap('hello.mjs', '7', '--flag'));
  expect(output).toMatch(/Installing the dependencies with npm …\n.*done in \d s\nhello 7 --flag\n$/);
  expect(code).toBe(7);
  expect(asked()).toEqual([expect.stringMatching(/^ci /)]);
});

test('an unsupported Node gets one line, and nothing is installed', async () => {
  write('old-node.mjs', "Object.defineProperty(process.versions, 'node', { value: '18.20.8' });");
  const command = spawn(
    process.execPath,
    ['--import', './old-node.mjs', 'tools/bootstrap.mjs', 'hello.mjs'],
    {
      cwd: project,
    },
  );
  expect(await outcome(command)).toEqual({
    code: 1,
    output: 'This project needs Node 20 or later; this is Node 18.20.8. Install a newer Node.\n',
  });
  expect(asked()).toEqual([]);
});

test('installed packages are not installed again until the lockfile changes', async () => {
  await outcome(bootstrap('hello.mjs', '0'));
  const { output } = await outcome(bootstrap('hello.mjs', '0'));
  expect(output).toBe('hello 0\n');
  expect(asked()).toHaveLength(1);
  lock({ 'node_modules/node': { version: '24.0.1' } });
  npmDoes('fs.rmSync("node_modules", { recursive: true }); install();');
  await outcome(bootstrap('hello.mjs', '0'));
  expect(asked()).toHaveLength(2);
});

test('development packages are added when a command needs them, and stay', async () => {
  const tool = { 'node_modules/tool': { version: '1.0.0', dev: true } };
  lock(tool);
  await outcome(bootstrap('--omit=dev', 'hello.mjs', '0'));
  const { output } = await outcome(bootstrap('--omit=dev', 'hello.mjs', '0'));
  expect(output).toBe('hello 0\n');
  expect(asked()).toEqual([expect.stringMatching(/^ci --omit=dev /)]);
  const all = JSON.stringify({ packages: { ...INSTALLED, ...tool } });
  npmDoes(`fs.writeFileSync('node_modules/.package-lock.json', ${JSON.stringify(all)});`);
  await outcome(bootstrap('hello.mjs', '0'));
  await outcome(bootstrap('--omit=dev', 'hello.mjs', '0'));
  expect(asked()).toEqual([expect.anything(), expect.stringMatching(/^install --no-save --no-audit/)]);
});

test('with Docker, the packages that start servers in it are installed, too', async () => {
  const tool = { 'node_modules/testcontainers': { version: '1.0.0', dev: true } };
  lock(tool);
  write('docker', '');
  await outcome(bootstrap('--omit=dev', 'hello.mjs', '0'));
  expect(asked()).toEqual([expect.stringMatching(/^ci --no-audit/)]);
});

test('two simultaneous commands install once', async () => {
  npmDoes('setTimeout(install, 300);');
  const outcomes = await Promise.all([bootstrap('hello.mjs', '0'), bootstrap('hello.mjs', '0')].map(outcome));
  expect(outcomes.map(({ code }) => code)).toEqual([0, 0]);
  expect(outcomes.map(({ output }) => output).join('')).toContain('Waiting for another command');
  expect(asked()).toHaveLength(1);
  expect(existsSync(join(project, '.local/install.lock'))).toBe(false);
});

test('a killed installation does not block the next one', async () => {
  mkdirSync(join(project, '.local'));
  const gone = spawn('true');
  await once(gone, 'exit');
  write('.local/install.lock', String(gone.pid));
  expect((await outcome(bootstrap('hello.mjs', '0'))).code).toBe(0);
});

test('when npm fails, its output and the remedy are shown, and nothing is run', async () => {
  npmDoes('console.error("npm error network down"); process.exit(1);');
  const { code, output } = await outcome(bootstrap('hello.mjs', '0'));
  expect(code).toBe(1);
  expect(output).toMatch(/\| npm error network down\nnpm ci failed with exit code 1;[^]*npm ping/);
  expect(output).not.toContain('hello');
  expect(output).not.toContain('    at ');
});

test('Node is downloaded when its package was installed without scripts', async () => {
  npmDoes(
    'if (ask.startsWith("rebuild")) addNode(); else { install(); fs.rmSync("node_modules/node/bin/node"); }',
  );
  const { code, output } = await outcome(bootstrap('hello.mjs', '0'));
  expect([code, output]).toEqual([0, expect.stringContaining('hello 0')]);
  expect(asked()[1]).toBe('rebuild node --ignore-scripts=false');
});

test('a Node with a wrong checksum is not run', async () => {
  const expected = createHash('sha256').update('the real one').digest('hex');
  expectChecksums({ [HERE]: expected });
  const { code, output } = await outcome(bootstrap('hello.mjs', '0'));
  expect([code, output]).toEqual([1, expect.not.stringContaining('hello')]);
  expect(output).toMatch(
    new RegExp(`node/bin/node has the wrong checksum and was not run[^]*${expected}[^]*${SHA256}[^]*Delete`),
  );
});

test('on a platform without a checksum, the Node of npm is not run but the present one, if it is new enough', async () => {
  expectChecksums({});
  npmDoes(
    'install(); fs.rmSync("node_modules/node/bin/node"); fs.writeFileSync("node_modules/node/bin/node", "")',
  );
  const { code, output } = await outcome(bootstrap('hello.mjs', '0'));
  expect([code, output]).toEqual([0, expect.stringContaining('hello 0')]);
});

test('the checksums are those of the Node that the project requires', () => {
  expect(checksums.version).toBe(manifest.dependencies.node);
  const installed = readFileSync(join(import.meta.dirname, '../node_modules/node/bin/node'));
  const sha256: Record<string, string> = checksums.sha256;
  expect(sha256[HERE]).toBe(createHash('sha256').update(installed).digest('hex'));
});

const waiting =
  'process.on("SIGTERM", () => { console.log("asked to end"); process.exit(5); }); setInterval(() => {}, 1000); console.log("up");';

function endWhenUp(command: ChildProcess): Promise<{ code: number; output: string }> {
  command.stdout?.on('data', (chunk) => String(chunk).includes('up\n') && command.kill('SIGTERM'));
  return outcome(command);
}

test('a signal is passed on and the program decides how it ends', async () => {
  write('wait.mjs', waiting);
  const ended = { code: 5, output: expect.stringContaining('asked to end') };
  expect(await endWhenUp(bootstrap('wait.mjs'))).toEqual(ended);
});

/** How the scripts of the project start a program, whatever they run. */
const starts = new Set(
  Object.values(manifest.scripts).map((script) => script.replace(/(tools\/bootstrap\.mjs).*/, '$1 wait.mjs')),
);

test.each([...starts])('a signal to npm that runs "%s" reaches the program', async (start) => {
  write('wait.mjs', waiting);
  write('package.json', JSON.stringify({ scripts: { start } }));
  await outcome(bootstrap('hello.mjs', '0'));
  const command = spawn('npm', ['run', 'start'], { cwd: project });
  expect((await endWhenUp(command)).output).toContain('asked to end');
});
