import { globSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import ts from 'typescript';
import { proseRules } from './prose-rules.ts';

/** The files whose texts are checked: one line for each folder. */
const checked = [
  'services/**/*.{ts,md}',
  'libs/**/*.{ts,md}',
  'tools/**/*.{ts,md}',
  'deploy/**/*.{ts,md}',
  'docs/**/*.md',
  '*.md',
];

/** Tests and their helpers, whose texts nobody reads while the service runs, and installed packages. */
const unchecked = /\.test\.ts$|\/(?:testing|fakes|node_modules)\//;

/** A text for people, with the line on which it begins. */
interface Text {
  readonly line: number;
  readonly text: string;
}

/** A wording that a rule rejects. */
interface Finding {
  readonly line: number;
  readonly wording: string;
  readonly better: string;
}

/** Checks the texts of a file: comments and string literals of a `.ts` file, prose of a Markdown page. */
export function findWordings(file: string, content: string): Finding[] {
  const texts = file.endsWith('.md') ? textsOfPage(content) : textsOfSource(file, content);
  return texts.flatMap(({ line, text }) =>
    proseRules.flatMap(({ pattern, better }) => {
      const wording = pattern.exec(withoutCode(text))?.[0].trim();
      return wording === undefined ? [] : [{ line, wording, better }];
    }),
  );
}

/** Code in backticks is quoted, not written. */
function withoutCode(text: string): string {
  return text.replaceAll(/`[^`]*`/g, '…');
}

/** Paragraphs, list items and table cells of a page, without blocks of code. */
function textsOfPage(content: string): Text[] {
  const texts: Text[] = [];
  let isCode = false;
  let isOpen = false;
  for (const [index, written] of content.split('\n').entries()) {
    const isFence = /^\s*(?:```|~~~)/.test(written);
    if (isFence) isCode = !isCode;
    const isProse = !isFence && !isCode && !/^(?: {4}|\t)\S/.test(written) && written.trim() !== '';
    if (!isProse) {
      isOpen = false;
      continue;
    }
    const isNew = /^\s*(?:[-*>#|]|\d+\.)/.test(written);
    const last = texts.at(-1);
    if (isOpen && !isNew && last)
      texts[texts.length - 1] = { ...last, text: `${last.text} ${written.trim()}` };
    else for (const text of partsOf(written)) texts.push({ line: index + 1, text });
    isOpen = !written.startsWith('|');
  }
  return texts;
}

function partsOf(line: string): string[] {
  const parts = line.startsWith('|') ? line.split('|') : [line];
  return parts.map((part) => part.replace(/^\s*(?:[-*>#]+|\d+\.)\s+/, '').trim()).filter(Boolean);
}

function textsOfSource(file: string, content: string): Text[] {
  const source = ts.createSourceFile(file, content, ts.ScriptTarget.Latest, true);
  const texts: { at: number; text: string }[] = [];
  const literals: ts.Node[] = [];
  const visit = (node: ts.Node): void => {
    if (isLiteral(node)) literals.push(node);
    if (isText(node)) texts.push({ at: node.getStart(), text: textOf(node) });
    ts.forEachChild(node, visit);
  };
  visit(source);
  return [...texts, ...commentsOf(content, literals)].map(({ at, text }) => ({
    line: source.getLineAndCharacterOfPosition(at).line + 1,
    text,
  }));
}

/** Whether two slashes within it do not begin a comment. */
function isLiteral(node: ts.Node): boolean {
  return (
    ts.isStringLiteralLike(node) ||
    ts.isRegularExpressionLiteral(node) ||
    ts.isTemplateHead(node) ||
    ts.isTemplateMiddleOrTemplateTail(node)
  );
}

/** Whether it is a literal of at least two words; identifiers, paths and modules are no texts. */
function isText(node: ts.Node): node is ts.StringLiteralLike | ts.TemplateExpression {
  if (!ts.isStringLiteralLike(node) && !ts.isTemplateExpression(node)) return false;
  return !ts.isLiteralTypeNode(node.parent) && / \S/.test(textOf(node));
}

function textOf(node: ts.StringLiteralLike | ts.TemplateExpression): string {
  if (ts.isStringLiteralLike(node)) return node.text;
  return node.head.text + node.templateSpans.map(({ literal }) => `…${literal.text}`).join('');
}

/** The comments outside of literals; line comments on consecutive lines are one text. */
function commentsOf(content: string, literals: readonly ts.Node[]): { at: number; text: string }[] {
  const comments: { at: number; end: number; text: string }[] = [];
  let next = 0;
  const pattern = /\/\/.*|\/\*[^]*?\*\//g;
  for (let match = pattern.exec(content); match; match = pattern.exec(content)) {
    const { index: at, 0: written } = match;
    while ((literals[next]?.end ?? Infinity) <= at) next += 1;
    const literal = literals[next];
    if (literal && literal.getStart() < at) {
      pattern.lastIndex = literal.end;
      continue;
    }
    const text = written
      .replaceAll(/^\/\*+|\*+\/$|^\s*\*(?!\/) ?|^\/\/+ ?/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim();
    const last = comments.at(-1);
    const isContinued = last && written.startsWith('//') && /^\n\s*$/.test(content.slice(last.end, at));
    const end = at + written.length;
    if (isContinued) comments[comments.length - 1] = { at: last.at, end, text: `${last.text} ${text}` };
    else comments.push({ at, end, text });
  }
  return comments;
}

function lint(): void {
  const root = resolve(import.meta.dirname, '..');
  const files = globSync(checked, { cwd: root }).filter((file) => !unchecked.test(file));
  for (const file of files.toSorted())
    for (const { line, wording, better } of findWordings(file, readFileSync(resolve(root, file), 'utf8'))) {
      console.log(`${file}:${line}: "${wording}": write ${better}`);
      process.exitCode = 1;
    }
}

if (import.meta.main) lint();
