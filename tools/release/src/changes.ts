import { git } from './git.ts';

/** The effect of a commit on installations. An `inner` commit does not change the behaviour of an installation. */
export interface Change {
  readonly commit: string;
  readonly subject: string;
  readonly kind: 'added' | 'changed' | 'removed' | 'fixed' | 'inner';
}

/** The kinds of commits by the verb of their subjects; a commit with another verb is a change. */
const verbs = {
  added: /^Add /,
  removed: /^Remove /,
  fixed: /^(Correct|Fix|Mend|Repair|Revert|Update) /,
  inner: /^(Document|Refactor|Test) /,
} as const;
const innerFiles = /^(\.ci|docs|test|tools\/(bench|fuzz|release)|CONTRIBUTING|README)|\.test\.ts$/;
/** Characters that no text contains: they begin a commit and separate its parts. */
const mark = { commit: '\u0001', part: '\u0002' };

/** The tag of the newest release that HEAD contains; undefined before the first release. */
export function lastRelease(root: string): string | undefined {
  const tags = git(root, 'tag', '--list', 'v[0-9]*', '--merged', 'HEAD', '--sort=-version:refname');
  return tags.split('\n')[0] || undefined;
}

/** The commits after a release, or all commits, newest first. */
export function changesSince(root: string, tag: string | undefined): Change[] {
  const range = tag === undefined ? 'HEAD' : `${tag}..HEAD`;
  const log = git(root, 'log', '--no-merges', '--name-only', `--format=%x01%h%x02%s%x02`, range);
  return log
    .split(mark.commit)
    .slice(1)
    .map((text) => {
      const [commit = '', subject = '', names = ''] = text.split(mark.part);
      return { commit, subject, kind: kindOf(subject, names.trim().split('\n')) };
    })
    .filter(({ subject }) => !subject.startsWith('Release '));
}

function kindOf(subject: string, files: readonly string[]): Change['kind'] {
  if (files.every((file) => innerFiles.test(file))) return 'inner';
  const kinds = Object.keys(verbs) as (keyof typeof verbs)[];
  return kinds.find((kind) => verbs[kind].test(subject)) ?? 'changed';
}
