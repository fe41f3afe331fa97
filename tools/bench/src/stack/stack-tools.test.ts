import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from '@jest/globals';
import { toolsOf } from './stack-tools.ts';

const checkout = mkdtempSync(join(tmpdir(), 'svc-bench-'));

afterAll(() => rmSync(checkout, { recursive: true }));

test('another checkout is started and watched by its own functions', async () => {
  const dir = join(checkout, 'tools/bench/src/stack');
  mkdirSync(dir, { recursive: true });
  writeFileSync(join(dir, 'open-installation.ts'), "export const openInstallation = () => 'its services';");
  writeFileSync(join(dir, 'backlog.ts'), "export const openBacklog = () => 'its backlog';");
  writeFileSync(join(checkout, 'package.json'), '{"type":"module"}');
  const { openInstallation, openBacklog } = (await toolsOf(checkout)) as unknown as Record<
    string,
    () => string
  >;
  expect([openInstallation?.(), openBacklog?.()]).toEqual(['its services', 'its backlog']);
});
