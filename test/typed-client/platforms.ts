import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { listening, temporaryDirectory } from '@svc/testing';
import { startChromium } from '../front-door/browser.ts';
import type { runScenario } from './scenarios.ts';

/** Where the scenarios run. */
export interface Platform {
  run: typeof runScenario;
  close(): Promise<void>;
}

/** The client's sources, which bundles contain in place of the package. */
export const clientSource = join(import.meta.dirname, '../../libs/client/src/index.ts');

const entry = join(import.meta.dirname, 'scenarios.ts');

/** Starts a platform with the scenarios and the client's sources. */
export function platformOf(name: 'node' | 'chromium'): Promise<Platform> {
  return name === 'node' ? nodePlatform() : chromiumPlatform();
}

async function nodePlatform(): Promise<Platform> {
  const outfile = join(temporaryDirectory(), 'scenarios.mjs');
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    format: 'esm',
    alias: { '@svc/client': clientSource },
  });
  const { runScenario } = (await import(pathToFileURL(outfile).href)) as { runScenario: Platform['run'] };
  return { run: runScenario, close: async () => {} };
}

/** A page of another origin on this machine. */
async function chromiumPlatform(): Promise<Platform> {
  const options = { bundle: true, format: 'iife', globalName: 'scenarios', write: false } as const;
  const { outputFiles } = await build({
    entryPoints: [entry],
    ...options,
    alias: { '@svc/client': clientSource },
  });
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><link rel="icon" href="data:,">'),
  ).unref();
  const url = `http://127.0.0.1:${await listening(server)}/`;
  const browser = await startChromium();
  const page = await browser.newPage();
  await page.goto(url);
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  return {
    run: (name, setting) =>
      page.evaluate(
        ([scenario, given]) => {
          const { scenarios } = globalThis as unknown as { scenarios: { runScenario: typeof runScenario } };
          return scenarios.runScenario(scenario, given);
        },
        [name, setting] as const,
      ),
    async close() {
      await browser.close();
      server.close();
    },
  };
}
