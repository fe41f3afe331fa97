import fc from 'fast-check';

/** Who does things: two users and a site link. */
export type Doer = 'mona' | 'dora' | 'link';

/** A user of the two. */
export type UserName = 'mona' | 'dora';

/** What a write may say; what is absent is not in the request. */
export interface WrittenParts {
  readonly assign?: UserName | 'nobody';
  readonly phone?: string;
  readonly step?: number;
  readonly asksUpdate?: boolean;
  readonly subassign?: UserName;
}

/** One thing that somebody does to a record (the nth of those that are there, counted round). */
export type Change =
  | { kind: 'create'; by: Doer; type: 'contacts' | 'groups'; assign?: UserName; silent: boolean }
  | { kind: 'update'; by: Doer; nth: number; parts: WrittenParts; silent: boolean }
  | { kind: 'comment'; by: Doer; nth: number; type: string; mentions: UserName[]; silent: boolean }
  | { kind: 'edit' | 'uncomment'; nth: number }
  | { kind: 'share'; by: UserName; nth: number; to: UserName }
  | { kind: 'follow'; by: UserName; nth: number; who: UserName; wish: 'follow' | 'unfollow' }
  | { kind: 'decline' | 'view'; by: UserName; nth: number }
  | { kind: 'delete'; nth: number }
  | { kind: 'unread'; by: UserName; nth: number }
  | { kind: 'prefer'; by: UserName; key: string };

const doer = fc.constantFrom<Doer>('mona', 'dora', 'link');
const user = fc.constantFrom<UserName>('mona', 'dora');
const nth = fc.nat(1_000);
const silent = fc.oneof(
  { weight: 6, arbitrary: fc.constant(false) },
  { weight: 1, arbitrary: fc.constant(true) },
);

const parts: fc.Arbitrary<WrittenParts> = fc.record(
  {
    assign: fc.constantFrom<'mona' | 'dora' | 'nobody'>('mona', 'dora', 'mona', 'dora', 'nobody'),
    phone: fc.integer({ min: 1_000_000, max: 9_999_999 }).map(String),
    step: fc.nat(7),
    asksUpdate: fc.boolean(),
    subassign: user,
  },
  { requiredKeys: [] },
);

const kinds: readonly { weight: number; arbitrary: fc.Arbitrary<Change> }[] = [
  {
    weight: 3,
    arbitrary: fc.record(
      {
        kind: fc.constant('create' as const),
        by: doer,
        type: fc.constantFrom<'contacts' | 'groups'>('contacts', 'contacts', 'groups'),
        assign: user,
        silent,
      },
      { requiredKeys: ['kind', 'by', 'type', 'silent'] },
    ),
  },
  {
    weight: 10,
    arbitrary: fc.record({ kind: fc.constant('update' as const), by: doer, nth, parts, silent }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      kind: fc.constant('comment' as const),
      by: doer,
      nth,
      type: fc.constantFrom('comment', 'comment', 'email'),
      mentions: fc.uniqueArray(user, { maxLength: 2 }),
      silent,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom<'edit' | 'uncomment'>('edit', 'edit', 'uncomment'), nth }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('share' as const), by: user, nth, to: user }) },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('follow' as const),
      by: user,
      nth,
      who: user,
      wish: fc.constantFrom<'follow' | 'unfollow'>('follow', 'unfollow'),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      kind: fc.constantFrom<'decline' | 'view'>('decline', 'view', 'view'),
      by: user,
      nth,
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('delete' as const), nth }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('unread' as const), by: user, nth }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('prefer' as const),
      by: user,
      key: fc.constantFrom('comments_web', 'changes_web', 'milestones_email', 'comments_email', 'follow_all'),
    }),
  },
];

/** So many changes, the same ones for the same seed. */
export function changesOf(count: number, seed: number): Change[] {
  return fc.sample(fc.oneof(...kinds), { numRuns: count, seed });
}
