import { certificateDays, isLoopback, keyDays, trustedAfterSuccession } from '@svc/service-kit';
import type { Facts } from './collect-facts.ts';
import { found, stateRule, type Rule } from './rule.ts';
import { inSeconds } from './in-words.ts';
import { jetStreamOf } from './bus-rules.ts';
import { databasesOf, isLocal } from './data-rules.ts';

const day = 24 * 60 * 60 * 1_000;

/** Milliseconds. A service refuses a request whose deadline has passed by its own clock. */
const serviceClocks = { wrong: 3_000, different: 1_000 };
/** Milliseconds. The clocks of servers only decide about ages and leases, which take longer than seconds. */
const serverClocks = { wrong: 30_000, different: 5_000 };

export const trustRules = {
  clock_wrong: stateRule('clock_wrong', (facts) =>
    clocksOf(facts).filter(({ off, limits }) => Math.abs(off) > limits.wrong),
  ),
  clock_differs: {
    severity: 'warning',
    find: (facts) =>
      clocksOf(facts).filter(
        ({ off, limits }) => Math.abs(off) > limits.different && Math.abs(off) <= limits.wrong,
      ),
    todo: 'Set the clocks of that machine and of this one with NTP. The difference shortens the deadline of requests.',
  },
  certificate_ended: stateRule('certificate_ended', (facts) => endsOf(facts).filter(({ days }) => days < 0)),
  certificate_ends: stateRule('certificate_ends', (facts) =>
    endsOf(facts).filter(({ days }) => days >= 0 && days <= certificateDays),
  ),
  certificate_unseen: {
    severity: 'warning',
    find: ({ certificates }) =>
      certificates.flatMap(({ of: part, failure }) =>
        found(part, failure !== undefined && `the certificate of ${part} could not be read: ${failure}`),
      ),
    todo: 'Correct the address if it is wrong. If this machine cannot reach it, check the certificate from another machine.',
  },
  bus_key_not_taken: {
    severity: 'problem',
    find: ({ instances, keys, at }) =>
      instances.flatMap(({ service: part, instance, key }) => {
        const { notBefore: begin = Infinity } = successorOf(keys[part], key) ?? {};
        return found(
          part,
          begin < at &&
            `${part} (${instance}) still signs with its old key, which is trusted until ${inTime(begin + trustedAfterSuccession)}`,
        );
      }),
    todo: 'Give the instance the new key file from `npm run admin -- keys rotate-bus`; it adopts the file while it runs.',
  },
  bus_key_begins: {
    severity: 'note',
    find: ({ keys, at }) =>
      Object.entries(keys).flatMap(([part, [newest]]) =>
        found(
          part,
          newest &&
            newest.notBefore > at &&
            `the new key of ${part} becomes valid at ${inTime(newest.notBefore)}`,
        ),
      ),
    todo: 'Give each process its new key file before that time.',
  },
  key_old: stateRule('key_old', ({ keys, at, instances }) => {
    // The first keys of a deployment begin at 0: their age is unknown.
    const bus = Object.values(keys).flatMap(([newest]) => (newest?.notBefore ? [newest.notBefore] : []));
    const logins = instances.flatMap(({ login_key_made_at: made }) => (made ? [Date.parse(made)] : []));
    return [
      { part: 'keys of the services', verb: 'are', command: 'keys rotate-bus', made: Math.min(...bus) },
      { part: 'key of logins', verb: 'is', command: 'keys rotate', made: Math.max(...logins) },
    ]
      .filter(({ made }) => Number.isFinite(made) && at - made > keyDays * day)
      .map(({ part, verb, command, made }) => ({
        part,
        what: `the ${part} ${verb} ${Math.floor((at - made) / day)} days old; \`npm run admin -- ${command}\` replaces them`,
      }));
  }),
  setting_unsafe: {
    severity: 'warning',
    find: ({ instances }) =>
      instances.flatMap(({ service: part, unsafe = {} }) =>
        Object.entries(unsafe).map(([name, why]) => ({ part, what: `${name} is on in ${part}: ${why}` })),
      ),
    todo: 'Turn it off in installations with real data.',
  },
  public_url_plain: {
    severity: 'warning',
    find: ({ instances }) => {
      const urls = new Set(instances.flatMap(({ public_url: url }) => url ?? []));
      return [...urls]
        .filter((url) => url.startsWith('http:') && !isLoopback(new URL(url).hostname))
        .map((url) => ({ part: 'gateway', what: `clients reach the service without TLS, at ${url}` }));
    },
    todo: 'Put a proxy with TLS in front and set PUBLIC_URL to its address: without TLS, others on the network can read passwords and tokens.',
  },
  database_open: {
    severity: 'warning',
    find: (facts) =>
      databasesOf(facts)
        .filter(({ database }) => !database.is_authenticated && !isLocal(database))
        .map(({ part, database }) => ({
          part: 'MongoDB',
          what: `${part} connects to ${database.name} without a user, and so can everybody who reaches ${database.hosts.join(', ')}`,
        })),
    todo: 'Enable access control in MongoDB, and put a separate user for each service into its MONGODB_URL.',
  },
  engine_open: {
    severity: 'warning',
    find: ({ instances }) => {
      const engine = instances.find((instance) => instance.engine)?.engine;
      return found(
        'Meilisearch',
        engine &&
          !engine.has_key &&
          !isLoopback(new URL(engine.url).hostname) &&
          `MEILI_KEY is empty: everybody who reaches ${engine.url} can read the index`,
      );
    },
    todo: 'Start Meilisearch with a master key, and give search a key in MEILI_KEY.',
  },
} satisfies Record<string, Rule>;

function successorOf(generations: Facts['keys'][string] = [], id: string) {
  return generations[generations.findIndex((generation) => generation.id === id) - 1];
}

function endsOf({ certificates, at }: Facts) {
  return certificates.flatMap(({ of: part, ends_at: end }) => {
    if (end === undefined) return [];
    const days = Math.floor((Date.parse(end) - at) / day);
    const verb = days < 0 ? 'has ended' : 'ends';
    return [{ part, what: `the certificate of ${part} ${verb} on ${end.slice(0, 10)}`, days }];
  });
}

/** The difference of each clock to this machine's, in milliseconds. When all others agree, it is this machine's clock that differs. */
function clocksOf(facts: Facts) {
  const others = otherClocksOf(facts);
  const offs = others.map(({ off }) => off);
  const [first] = offs;
  const isAlone = others.length > 2 && Math.max(...offs) - Math.min(...offs) < serviceClocks.different;
  const own = {
    part: 'this machine',
    whose: 'this machine',
    than: 'all other clocks',
    limits: serviceClocks,
  };
  const clocks =
    isAlone && first !== undefined
      ? [{ ...own, off: -first }]
      : others.map((clock) => ({ ...clock, than: 'the clock of this machine' }));
  return clocks.map((clock) => ({
    ...clock,
    what: `the clock of ${clock.whose} is ${inSeconds(Math.abs(clock.off))} ${clock.off > 0 ? 'ahead of' : 'behind'} ${clock.than}`,
  }));
}

/** One clock for each host that runs services, and the clocks of the servers. */
function otherClocksOf(facts: Facts) {
  const { instances } = facts;
  const jetstream = jetStreamOf(facts)?.clock_ms;
  const withDatabase = instances.find(({ database }) => database);
  const servers = [
    ['MongoDB', withDatabase && withDatabase.clock_ms + (withDatabase.database?.clock_ms ?? 0)],
    ['NATS', jetstream],
  ] as const;
  const hosts = [...Map.groupBy(instances, ({ host }) => host)].flatMap(([host, [first, ...rest]]) =>
    first ? [{ host, first, services: new Set([first, ...rest].map(({ service }) => service)) }] : [],
  );
  return [
    ...hosts.map(({ host, first, services }) => ({
      part: first.service,
      whose: `${host} (${[...services].join(', ')})`,
      off: first.clock_ms,
      limits: serviceClocks,
    })),
    ...servers.flatMap(([part, off]) =>
      off === undefined ? [] : [{ part, whose: part, off, limits: serverClocks }],
    ),
  ];
}

function inTime(milliseconds: number): string {
  return new Date(milliseconds).toISOString();
}
