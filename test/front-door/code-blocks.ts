import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './npm-start.ts';

/** Commands of a page, with the answer that the page shows below them. */
export interface Example {
  readonly commands: string;
  /** Undefined for commands without an answer. */
  readonly answer: string | undefined;
}

/** The shell blocks of a page in their order. */
export function examplesOf(page: string): Example[] {
  const text = readFileSync(join(root, page), 'utf8');
  const blocks = [...text.matchAll(/^```(sh|json)\n([\s\S]*?)^```$/gm)].map(([, kind, code = '']) => ({
    kind,
    code,
  }));
  return blocks.flatMap(({ kind, code }, at) => {
    const next = blocks[at + 1];
    return kind === 'sh' ? [{ commands: code, answer: next?.kind === 'json' ? next.code : undefined }] : [];
  });
}

/** A pattern for the output of commands: an answer with its lines joined, in which each `…` stands for any part. */
export function patternOf(answer: string): RegExp {
  const joined = answer.trim().replace(/\n\s*/g, '…');
  const parts = joined.split(/[\s…]*…[\s…]*/).map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  return new RegExp(parts.join('[\\s\\S]*?'));
}
