// Draws the Mermaid diagrams of docs/ as docs/images/diagrams/*.svg, for pages that run no scripts of Mermaid:
//   npm install --no-save --ignore-scripts mermaid@12.3.0 && node tools/draw-diagrams.ts [path of Chromium]
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chromium } from 'playwright-core';
import { diagramName } from '@svc/gateway/diagram-name';

const root = join(import.meta.dirname, '..');
const docs = join(root, 'docs');
const folder = join(docs, 'images/diagrams');
const drawer = join(root, 'node_modules/mermaid/dist/mermaid.min.js');

/** Labels are plain texts: those that are HTML could not be shown in an image by all browsers. */
const settings = {
  startOnLoad: false,
  theme: 'neutral',
  htmlLabels: false,
  flowchart: { htmlLabels: false, useMaxWidth: false },
  sequence: { useMaxWidth: false },
  fontFamily: 'sans-serif',
};

/** The sources of all diagrams of a folder by the names of their files. */
export function diagramsIn(dir: string): ReadonlyMap<string, string> {
  const texts = globSync('**/*.md', { cwd: dir }).map((page) => readFileSync(join(dir, page), 'utf8'));
  const sources = texts.flatMap((text) => [...text.matchAll(/^```mermaid\n(.+?)\n```$/gms)]);
  return new Map(sources.map(([, source = '']) => [diagramName(source), source]));
}

async function draw(executablePath: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  const browser = await chromium.launch({
    executablePath,
    args: ['--disable-gpu', ...(process.getuid?.() === 0 ? ['--no-sandbox'] : [])],
  });
  const page = await browser.newPage();
  await page.addScriptTag({ path: drawer });
  await page.evaluate(`mermaid.initialize(${JSON.stringify(settings)})`);
  for (const [name, source] of diagramsIn(docs)) {
    const drawn = `mermaid.render('diagram', ${JSON.stringify(source)}).then(({ svg }) => svg)`;
    writeFileSync(join(folder, name), `${await page.evaluate<string>(drawn)}\n`);
  }
  await browser.close();
}

if (import.meta.main) await draw(process.argv[2] ?? '/usr/bin/chromium');
