import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from '@jest/globals';
import ts from 'typescript';
import { growth } from '@svc/testing';

const root = resolve(import.meta.dirname, '../..');

/** Every regular expression in the sources of libs and services, with its first place. */
function regularExpressions(): Map<string, string> {
  const found = new Map<string, string>();
  for (const file of globSync('{libs,services}/*/src/**/*.ts', { cwd: root })) {
    if (/\.test\.ts$|\/testing\//.test(file)) continue;
    const source = ts.createSourceFile(file, readFileSync(`${root}/${file}`, 'utf8'), ts.ScriptTarget.Latest);
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node) && !found.has(node.text)) found.set(node.text, file);
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return found;
}

/** Texts to repeat for an expression: its own words and characters, and spaces, digits and letters. */
function repeated(source: string): string[] {
  const words = source.match(/[a-z]{2,}|[^\w\s\\.*+?()[\]{}|^$]{2,}/gi) ?? [];
  const signs = new Set([...source.replaceAll(/[\\a-z0-9]/gi, ''), ...' \n0aA-_.']);
  return [...new Set([...words, ...signs, ...[...signs].flatMap((sign) => [`a${sign}`, `0${sign}`])])];
}

/** An expression that is anchored at both ends is slow only for a run that touches neither. */
const around = [
  ['', ''],
  ['', '\u0001'],
  ['\u0001', '\u0001'],
] as const;

/** Applies an expression at every position of a text. */
const apply = (expression: RegExp, text: string) => text.replaceAll(expression, '');

test.each([...regularExpressions()])('%s in %s runs in linear time', (literal) => {
  const end = literal.lastIndexOf('/');
  const flags = new Set([...literal.slice(end + 1), 'g']);
  const expression = new RegExp(literal.slice(1, end), [...flags].join(''));
  const slow = repeated(literal.slice(1, end)).filter((text) =>
    around.some(
      ([before, after]) =>
        growth(8_000, (size) => apply(expression, before + text.repeat(size / text.length) + after)) >= 10,
    ),
  );
  expect(slow).toEqual([]);
});
