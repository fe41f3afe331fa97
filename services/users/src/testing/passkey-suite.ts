import { beforeEach, expect } from '@jest/globals';
import {
  usersAddPasskey,
  usersBeginPasskey,
  usersPasskeys,
  usersRemovePasskey,
  usersSecondFactor,
  type Actor,
  type AssertionOptions,
  type InputOf,
  type ServiceError,
  type usersLogin,
} from '@svc/contracts';
import { Authenticator } from './authenticator.ts';
import { harnessOfSuite } from './users-harness.ts';

/** The origin of the installation, and a further one. */
export const origin = 'https://records.example.org';
export const otherOrigin = 'https://app.records.example.org';

/** The refusals of a login, of a change of the second factor, and of a new passkey. */
export const refused = { code: 'second_factor_required', status: 401 };
export const refusedChange = { code: 'second_factor_required', status: 403 };
export const notAdded = { code: 'passkey_refused', status: 400 };

type Proof = InputOf<typeof usersBeginPasskey>;
type Attested = InputOf<typeof usersAddPasskey>['response'];

interface Challenged {
  readonly methods: readonly string[];
  readonly passkey: AssertionOptions;
}

interface StoredChallenge {
  readonly _id: string;
  readonly userId: number;
  readonly purpose: string;
}

/** The user of a test, with the device that has their passkeys. */
interface Current {
  username: string;
  user: Actor;
  device: Authenticator;
}

/** Two instances of the service, a new user for each test, and the requests about passkeys, by default as this user. */
export function passkeySuite() {
  const harness = harnessOfSuite(2, {
    PUBLIC_URL: origin,
    PASSKEY_ORIGINS: otherOrigin,
    SECOND_FACTOR_ROLES: 'dispatcher',
    LOGIN_ATTEMPTS: '5',
    LOGIN_WINDOW_SECONDS: '60',
  });
  let made = 0;
  const current = {} as Current;

  beforeEach(async () => {
    current.username = `passkey-user-${(made += 1)}`;
    current.user = await harness.newUser(current.username);
    current.device = new Authenticator(origin);
  });

  const login = (given: Partial<InputOf<typeof usersLogin>> = {}, name = current.username) =>
    harness.login(name, given);
  const begin = (proof: Proof = {}, actor = current.user) => harness.call(usersBeginPasskey, proof, actor);
  const add = (response: Attested, actor = current.user, name = 'My key') =>
    harness.call(usersAddPasskey, { name, response }, actor);
  const list = async (actor = current.user) => (await harness.call(usersPasskeys, {}, actor)).passkeys;
  const remove = (id: string, proof: Proof = {}, actor = current.user) =>
    harness.call(usersRemovePasskey, { id, ...proof }, actor);
  const describeFactor = (actor = current.user) => harness.call(usersSecondFactor, {}, actor);

  const addPasskey = async (by = current.device, actor = current.user, proof: Proof = {}) => {
    const added = await add(by.create(await begin(proof, actor)), actor);
    return { id: added.id, codes: added.recovery_codes ?? [] };
  };

  /** The data of a refusal for want of a second factor. */
  const challengeOf = async (refusal: Promise<unknown>): Promise<Challenged> => {
    const error = (await refusal.catch((reason: unknown) => reason)) as ServiceError;
    expect(error).toMatchObject({ code: 'second_factor_required' });
    return error.data as unknown as Challenged;
  };
  const optionsOf = async (refusal: Promise<unknown>) => (await challengeOf(refusal)).passkey;
  const challenges = () => harness.collection<StoredChallenge>('passkey_challenges');

  return {
    harness,
    current,
    login,
    begin,
    add,
    list,
    remove,
    describeFactor,
    addPasskey,
    challengeOf,
    optionsOf,
    challenges,
  };
}
