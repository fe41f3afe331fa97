import { randomUUID } from 'node:crypto';

/**
 * Makes the id of a commit. For a commit that a command requested, it begins with the commit id of the write that sent the command, so that
 * `changeIdOf` is the same for both.
 */
export function newCommitId(changeId?: string): string {
  const own = randomUUID();
  return changeId === undefined ? own : `${changeId}.${own}`;
}

/** Makes the id of a command of a commit. */
export function commandIdOf(commitId: string, index: number): string {
  return `${commitId}.${index}`;
}

/** Returns the `commit_id` for the events of a commit: that of the first write, however many commands lie between. */
export function changeIdOf(commitOrCommandId: string): string {
  return commitOrCommandId.split('.', 1)[0] ?? '';
}
