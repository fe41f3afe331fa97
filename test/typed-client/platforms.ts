import { createServer } from 'node:http';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build, type BuildOptions } from 'esbuild';
import { listening, temporaryDirectory } from '@svc/testing';
import { startChromium } from '../front-door/browser.ts';

/** Where the functions of a file run, with the client's sources in place of the package. */
export interface Platform {
  /** Calls a function of the file. Arguments and result are JSON. */
  call<Result>(name: string, ...args: readonly unknown[]): Promise<Result>;
  close(): Promise<void>;
}

type Functions = Record<string, (...args: readonly unknown[]) => Promise<unknown>>;

/** Starts a platform with a file of this folder. */
export function platformOf(name: 'node' | 'chromium', file: string): Promise<Platform> {
  const options = { entryPoints: [join(import.meta.dirname, file)], bundle: true, conditions: ['source'] };
  return name === 'node' ? nodePlatform(options) : chromiumPlatform(options);
}

async function nodePlatform(options: BuildOptions): Promise<Platform> {
  const outfile = join(temporaryDirectory(), 'bundle.mjs');
  await build({ ...options, outfile, format: 'esm' });
  const functions = (await import(pathToFileURL(outfile).href)) as Functions;
  return {
    call: <Result>(name: string, ...args: readonly unknown[]) =>
      functions[name]?.(...args) as Promise<Result>,
    close: async () => {},
  };
}

/** A page of another origin on this machine. */
async function chromiumPlatform(options: BuildOptions): Promise<Platform> {
  const iife = { format: 'iife', globalName: 'bundle', write: false } as const;
  const { outputFiles } = await build({ ...options, ...iife });
  const server = createServer((_request, response) =>
    response.setHeader('content-type', 'text/html').end('<!doctype html><link rel="icon" href="data:,">'),
  ).unref();
  const url = `http://127.0.0.1:${await listening(server)}/`;
  const browser = await startChromium();
  const page = await browser.newPage();
  await page.goto(url);
  await page.addScriptTag({ content: outputFiles[0]?.text ?? '' });
  return {
    call: <Result>(name: string, ...args: readonly unknown[]) =>
      page.evaluate(
        ([key, given]) => {
          const { bundle } = globalThis as unknown as { bundle: Functions };
          return bundle[key]?.(...given);
        },
        [name, args] as const,
      ) as Promise<Result>,
    async close() {
      await browser.close();
      server.close();
    },
  };
}
