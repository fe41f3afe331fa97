import { expect, test } from '@jest/globals';
import fc from 'fast-check';
import { sized } from '@svc/testing';
import { connect, disconnect, idsIn } from '../testing/connected-client.ts';
import { mergingOfSuite } from './testing/merging-harness.ts';

const { harness, update, get, merge, person, team } = mergingOfSuite();

const people = 5;
const teams = 4;
const aPerson = fc.nat(people - 1);
const aTeam = fc.nat(teams - 1);

type Step =
  | { kind: 'join'; person: number; team: number }
  | { kind: 'leave'; person: number; team: number }
  | { kind: 'befriend'; person: number; other: number }
  | { kind: 'merge'; person: number; other: number; leaving: number | undefined };

const kind = <Kind extends Step['kind']>(name: Kind) => fc.constant(name);
const leaving = fc.option(aTeam, { nil: undefined });

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.oneof(
    { weight: 4, arbitrary: fc.record({ kind: kind('join'), person: aPerson, team: aTeam }) },
    { weight: 1, arbitrary: fc.record({ kind: kind('leave'), person: aPerson, team: aTeam }) },
    { weight: 3, arbitrary: fc.record({ kind: kind('befriend'), person: aPerson, other: aPerson }) },
    { weight: 3, arbitrary: fc.record({ kind: kind('merge'), person: aPerson, other: aPerson, leaving }) },
  ),
  { minLength: 3, maxLength: 12 },
);

/** Who is in which team and whose friend, as anybody would write it down. */
class Model {
  readonly teamsOf = Array.from({ length: people }, () => new Set<number>());
  readonly friendsOf = Array.from({ length: people }, () => new Set<number>());

  take(step: Step): void {
    if (step.kind === 'join') this.teamsOf[step.person]?.add(step.team);
    if (step.kind === 'leave') this.teamsOf[step.person]?.delete(step.team);
    if (step.kind === 'befriend') this.#befriend(step.person, step.other);
    if (step.kind === 'merge') this.#merge(step.person, step.other, step.leaving);
  }

  #befriend(person: number, other: number): void {
    this.friendsOf[person]?.add(other);
    this.friendsOf[other]?.add(person);
  }

  #merge(person: number, other: number, leaving: number | undefined): void {
    for (const team of this.teamsOf[other] ?? []) this.teamsOf[person]?.add(team);
    this.teamsOf[other]?.clear();
    if (leaving !== undefined) this.teamsOf[person]?.delete(leaving);
    const friends = [...(this.friendsOf[other] ?? [])];
    for (const friend of friends) {
      this.friendsOf[friend]?.delete(other);
      if (friend !== person) this.#befriend(person, friend);
    }
    this.friendsOf[other]?.clear();
  }
}

/** Nobody is their own friend, and nobody is merged with themselves. */
const isPossible = (step: Step) => !('other' in step) || step.person !== step.other;

test('connections and merges in any order give the same result as a simple model, on both ends', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (all) => {
      const ids = await Promise.all(Array.from({ length: people }, () => person('Person')));
      const teamIds = await Promise.all(Array.from({ length: teams }, () => team('Team')));
      const model = new Model();
      for (const step of all.filter(isPossible)) {
        model.take(step);
        await runStep(step, { ids, teamIds });
      }
      await expectModel(model, { ids, teamIds });
    }),
    { numRuns: sized(12, 80) },
  );
});

interface Made {
  readonly ids: readonly number[];
  readonly teamIds: readonly number[];
}

async function runStep(step: Step, { ids, teamIds }: Made): Promise<unknown> {
  const person = ids[step.person] ?? 0;
  if (step.kind === 'join') return update('people', person, { teams: connect(teamIds[step.team] ?? 0) });
  if (step.kind === 'leave') return update('people', person, { teams: disconnect(teamIds[step.team] ?? 0) });
  const other = ids[step.other] ?? 0;
  if (step.kind === 'befriend') return update('people', person, { friends: connect(other) });
  const values = step.leaving === undefined ? {} : { teams: disconnect(teamIds[step.leaving] ?? 0) };
  return merge('people', [person, other], { values });
}

async function expectModel(model: Model, { ids, teamIds }: Made): Promise<void> {
  for (const [index, id] of ids.entries()) {
    const read = await get('people', id);
    expect(sorted(idsIn(read['teams']))).toEqual(
      sorted([...(model.teamsOf[index] ?? [])].map(idIn(teamIds))),
    );
    expect(sorted(idsIn(read['friends']))).toEqual(
      sorted([...(model.friendsOf[index] ?? [])].map(idIn(ids))),
    );
    const { degrees = {} } = await harness.stored(id);
    expect(degrees['people_to_teams:from'] ?? 0).toBe(model.teamsOf[index]?.size);
    expect(degrees['people_to_friends:any'] ?? 0).toBe(model.friendsOf[index]?.size);
  }
  for (const [index, id] of teamIds.entries()) {
    const members = ids.filter((_id, person) => model.teamsOf[person]?.has(index));
    const read = await get('teams', id);
    expect(sorted(idsIn(read['members']))).toEqual(sorted(members));
    expect(read['member_count'] ?? 0).toBe(members.length);
    const terms = members.map((member) => `people_to_teams:to:${member}`);
    const { linkTerms: links = [] } = await harness.stored(id);
    expect([...links].sort()).toEqual(members.length === 0 ? [] : [...terms, 'people_to_teams:to:*'].sort());
  }
}

const idIn = (ids: readonly number[]) => (index: number) => ids[index] ?? 0;
const sorted = (ids: readonly number[]) => [...ids].sort((one, other) => one - other);
