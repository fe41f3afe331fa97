import { type ClientAuth, createAuth } from './auth.ts';
import { type ClientEventOptions, type LiveEvent, readEvents } from './events.ts';
import { createNotifications, type Notifications } from './notifications.ts';
import { createRecords, type Records } from './records.ts';
import type { FieldsOf, GenericSchema, PostTypeOf, Schema } from './schema.ts';
import { createSearch, type Search } from './search.ts';
import { createSend, type Sending } from './send.ts';
import type { Auth, Session } from './session.ts';
import { createSettings, type Settings } from './settings.ts';
import type { Fetch } from './upload-progress.ts';
import { createUsers, type Users } from './users.ts';

/** Options of a client. */
export interface ClientOptions {
  /** The address of the service, `https://records.example.org`, or the root of its API if that is not `/wp-json`. */
  readonly url: string;
  /** The caller; without it, `auth.signIn` signs in. */
  readonly auth?: Auth;
  /** Called with each new refresh token, before the next request: store it, because it replaces the former one. */
  readonly onRefreshToken?: (refreshToken: string) => void | Promise<void>;
  /** The longest time of one attempt of a request, in milliseconds; 0 is no limit. Default: 30,000. */
  readonly timeoutMs?: number;
  /** How often a request is repeated after a temporary failure. Default: 3. */
  readonly retries?: number;
  /** Replaces the global `fetch`. */
  readonly fetch?: Fetch;
}

/** The parts of a client that do not depend on the post types. */
export interface ClientCore<S extends Schema = GenericSchema> {
  readonly auth: ClientAuth;
  readonly search: Search<PostTypeOf<S>>;
  readonly settings: Settings;
  readonly users: Users;
  readonly notifications: Notifications;
  /** The records of a post type. `client.contacts` is short for `client.records('contacts')`. */
  records<PostType extends PostTypeOf<S>>(postType: PostType): Records<FieldsOf<S, PostType>, PostType>;
  /** The changes of records of several types, and new notifications, as they happen. */
  events(options?: ClientEventOptions<PostTypeOf<S>>): AsyncGenerator<LiveEvent, void, undefined>;
  /** Sends any other request of the API, with the client's token, repeats and errors. */
  request<Body = unknown>(sending: Sending): Promise<Body>;
}

/** A client of an installation whose post types have the fields of a schema. */
export type Client<S extends Schema = GenericSchema> = ClientCore<S> & RecordsByType<S>;

/** Without a schema, the built-in post types are properties. */
type RecordsByType<S extends Schema> = string extends keyof S
  ? { readonly [PostType in BuiltIn]: Records<GenericSchema[string], PostType> }
  : {
      readonly [PostType in Exclude<PostTypeOf<S>, keyof ClientCore>]: Records<
        FieldsOf<S, PostType>,
        PostType
      >;
    };

type BuiltIn = 'contacts' | 'groups' | 'peoplegroups';

const defaults = { timeoutMs: 30_000, retries: 3, baseDelayMs: 250, maxDelayMs: 20_000 };

/** Makes a client. It sends nothing before its first request. */
export function createClient<S extends Schema = GenericSchema>(options: ClientOptions): Client<S> {
  const { timeoutMs = defaults.timeoutMs, retries = defaults.retries } = options;
  let session: Session;
  const send = createSend({
    root: apiRoot(options.url),
    // Browsers refuse a `fetch` that is called as a method.
    fetch: options.fetch ?? ((input, init) => fetch(input, init)),
    session: () => session,
    timeoutMs,
    policy: { ...defaults, retries, random: Math.random },
  });

  const core: ClientCore<S> = {
    auth: createAuth(options.auth, {
      send,
      onRefreshToken: (refreshToken) => options.onRefreshToken?.(refreshToken),
      setSession: (next) => (session = next),
    }),
    search: createSearch(send),
    settings: createSettings(send),
    users: createUsers(send),
    notifications: createNotifications(send),
    records: (postType) => createRecords(send, postType),
    events: (options = {}) => readEvents(send, { post_type: options.postTypes }, options),
    request: async <Body>(sending: Sending) => (await send<Body>(sending)).body,
  };
  return new Proxy(core, {
    // A client is no promise: `await client` must not take `then` for a post type.
    get: (target, key): unknown =>
      typeof key !== 'string' || key in target || key === 'then'
        ? Reflect.get(target, key)
        : createRecords(send, key),
  }) as Client<S>;
}

/** An address without a path gets the default root of the API. */
function apiRoot(url: string): string {
  const address = url.endsWith('/') ? url.slice(0, -1) : url;
  return /^https?:\/\/[^/]+$/.test(address) ? `${address}/wp-json` : address;
}
