import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const root = join(import.meta.dirname, '../..');

/** The code of a page in a language, in the order of its blocks. */
export function codeOf(page: string, language: string): string {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks = text.matchAll(new RegExp(`^\`\`\`${language}\\n([\\s\\S]*?)^\`\`\`$`, 'gm'));
  return [...blocks].map(([, code]) => code).join('\n');
}

/** A documented output, with the real one. */
export type Check = readonly [documented: string, real: string];

/**
 * Makes a module of the examples of a page, which exports a `Check` for each `console.log(…); // → output`. In documented outputs `…` stands for any
 * text.
 */
export function moduleOf(page: string): string {
  const code = codeOf(page, 'ts').replaceAll(
    /console\.log\((.*)\); \/\/ → (.*)$/gm,
    (_line, values: string, output: string) => `check(${JSON.stringify(output)}, ${values});`,
  );
  const check = [
    'export const checks: [string, string][] = [];',
    'function check(documented: string, ...values: unknown[]) {',
    "  checks.push([documented, values.map(String).join(' ')]);",
    '}',
  ];
  return [...check, code].join('\n');
}

/** A pattern for a documented output. */
export function patternOf(output: string): RegExp {
  const parts = output.split('…').map((part) => part.replaceAll(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(`^${parts.join('.*')}$`);
}
