/** `npm run check`: checks types, lint, layers, format, packages and prose concurrently, and prints the failed checks. */
import { spawn } from 'node:child_process';

const checks = {
  types: ['node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'],
  'types of the console': ['node_modules/typescript/bin/tsc', '-p', 'console/tsconfig.json'],
  lint: ['node_modules/eslint/bin/eslint.js', '.', '--max-warnings', '0'],
  layers: [
    'node_modules/dependency-cruiser/bin/dependency-cruiser.mjs',
    '--config',
    '--',
    'console',
    'libs',
    'services',
    'tools',
  ],
  format: ['node_modules/prettier/bin/prettier.cjs', '--check', '--log-level', 'warn', '.'],
  packages: ['tools/check-dependencies.ts'],
  contract: ['tools/contract/src/record-contract.ts', '--check'],
  prose: ['tools/prose-lint.ts'],
};

function run([name, command]) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, command, { stdio: ['ignore', 'pipe', 'pipe'] });
    const output = [];
    child.stdout.on('data', (data) => output.push(data));
    child.stderr.on('data', (data) => output.push(data));
    child.on('close', (code) =>
      resolve({ name, failed: code !== 0, output: Buffer.concat(output).toString() }),
    );
  });
}

const results = await Promise.all(Object.entries(checks).map(run));
for (const { name, failed, output } of results) {
  console.log(`${failed ? 'failed' : 'ok    '}  ${name}`);
  if (output) console.log(output);
}
process.exitCode = results.some(({ failed }) => failed) ? 1 : 0;
