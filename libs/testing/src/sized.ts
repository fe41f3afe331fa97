import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';

/**
 * Numbers of cases or documents of a suite: small ones, or large ones in `npm run test:long`, which runs suites with the suffix `.sized` or
 * `.long`.
 */
export function sized<Size>(small: Size, large: Size): Size {
  return process.env['TEST_TIER'] === 'long' ? large : small;
}

/**
 * The cases that a suite which enumerates tests: all in `npm run test:long`, elsewhere a sample. The seed of the run decides which, so that the
 * runs of successive commits cover all cases, and a failed run can be repeated with its `TEST_SEED`.
 *
 * @param share the part of the cases that are drawn, between 0 and 1, rounded up
 * @param kindsOf the kinds of a case, for example its role and its endpoint; at least one case of each kind is in every sample
 * @returns the drawn cases in their order
 */
export function sampled<Case>(
  cases: readonly Case[],
  share: number,
  kindsOf: (each: Case) => readonly string[] = () => [],
): Case[] {
  if (process.env['TEST_TIER'] === 'long') return [...cases];
  const order = drawingOrder(cases);
  const drawn = ofEachKind(order, kindsOf);
  for (const each of order) {
    if (drawn.size >= share * cases.length) break;
    drawn.add(each);
  }
  return cases.filter((each) => drawn.has(each));
}

/** Few cases that are of all kinds together: those come first of which no kind has been drawn yet. */
function ofEachKind<Case>(order: readonly Case[], kindsOf: (each: Case) => readonly string[]): Set<Case> {
  const kinds = new Set<string>();
  const drawn = new Set<Case>();
  const draw = (isMissing: (ofCase: readonly string[]) => boolean) => {
    for (const each of order) {
      const ofCase = kindsOf(each);
      if (!isMissing(ofCase)) continue;
      drawn.add(each);
      for (const kind of ofCase) kinds.add(kind);
    }
  };
  const isNew = (kind: string) => !kinds.has(kind);
  draw((ofCase) => ofCase.length > 0 && ofCase.every(isNew));
  draw((ofCase) => ofCase.some(isNew));
  return drawn;
}

function drawingOrder<Case>(cases: readonly Case[]): Case[] {
  const seed = testSeed();
  const keyed = cases.map((each, index) => {
    return { each, key: createHash('sha1').update(`${seed} ${index}`).digest('hex') };
  });
  return keyed.toSorted((one, other) => (one.key < other.key ? -1 : 1)).map(({ each }) => each);
}

/** The seed of all samples of a run: `TEST_SEED`, by default the commit. */
export function testSeed(): string {
  return process.env['TEST_SEED'] || currentCommit();
}

/** Sources without a repository always test the same sample. */
function currentCommit(): string {
  try {
    const options = { cwd: import.meta.dirname, encoding: 'utf8', stdio: 'pipe' } as const;
    return execFileSync('git', ['rev-parse', 'HEAD'], options).trim();
  } catch {
    return 'no commit';
  }
}
