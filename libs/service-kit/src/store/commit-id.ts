import { randomUUID } from 'node:crypto';

/**
 * An id for a commit. One that is made because a command asked for it begins with the commit id of the write that sent the
 * command, so that `changeIdOf` is the same for both.
 */
export function newCommitId(changeId?: string): string {
  const own = randomUUID();
  return changeId === undefined ? own : `${changeId}.${own}`;
}

/** The id of one of the commands of a commit. */
export function commandIdOf(commitId: string, index: number): string {
  return `${commitId}.${index}`;
}

/** The `commit_id` in the events of a commit: what the change began with, however many commands lie between. */
export function changeIdOf(commitOrCommandId: string): string {
  return commitOrCommandId.split('.', 1)[0] ?? '';
}
