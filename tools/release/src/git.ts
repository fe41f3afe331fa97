import { execFileSync } from 'node:child_process';

export function git(root: string, ...args: readonly string[]): string {
  const output = execFileSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 });
  return output.trimEnd();
}
