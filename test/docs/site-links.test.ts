import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import { beforeAll, expect, test } from '@jest/globals';
import { hourOf, siteKey, transferToken } from '@svc/users/site-key';

const run = promisify(execFile);
const page = await readFile(new URL('../../docs/guides/site-links.md', import.meta.url), 'utf8');
const link = { token: 'ab'.repeat(32), site1: 'records.example.org', site2: 'www.example.org' };

/** The code of the page in a language. */
const codeIn = (language: string) =>
  new RegExp(`^\`\`\`${language}\\n(.+?)\n\`\`\`$`, 'ms').exec(page)?.[1] ?? '';

/** The tokens of this hour and the next, since the hour may change while the code runs. */
let expected: string[];

beforeAll(() => {
  expected = [0, 1].map((offset) => transferToken(siteKey(link), hourOf(new Date(), offset)));
});

test('the code of the page for a shell derives the token', async () => {
  const env = { ...process.env, TOKEN: link.token, SITE1: link.site1, SITE2: link.site2 };
  const { stdout } = await run('sh', ['-c', `${codeIn('sh')}\nprintf %s "$TRANSFER_TOKEN"`], { env });
  expect(expected).toContain(stdout);
});

test('the code of the page for Node derives the token', async () => {
  const code = `${codeIn('js')}\nprocess.stdout.write(transferToken(${JSON.stringify(link)}));`;
  const { stdout } = await run(process.execPath, ['--input-type=module', '-e', code]);
  expect(expected).toContain(stdout);
});
