import { statSync } from 'node:fs';

/** The slowest suites in order. They must start first: one that starts last would keep a single worker busy while the others are idle. */
const longest = [
  'test/security/fuzz',
  'test/api/access-matrix',
  'test/faults/first-requests',
  'test/faults/storm',
  'services/search/src/service.rebuilding',
  'services/records/src/lists/list-shapes',
  'test/moving-in/moving-in',
  'test/api/file-volume',
  'tools/launcher/src/start',
  'test/backup/backup',
  'test/backup/erasing',
  'test/faults/rolling-update',
  'test/faults/two-instances',
  'test/faults/idempotency',
  'test/faults/killed-service',
  'test/faults/rebuild',
  'services/records/src/service.outage',
  'test/deploy/installation',
  'tools/admin/src/commands/diagnosis',
  'services/search/src/service.outage',
  'test/client/sequences',
  'test/security/connections',
  'libs/service-kit/src/store/outbox-relay',
  'test/extensions/failures',
  'test/api/api',
  'test/security/accounts',
  'libs/service-kit/src/events/stream-consumer',
  'services/records/src/service.model',
  'test/security/secured-servers',
  'services/search/src/service.checking',
  'services/records/src/lists/list-query.model',
  'libs/service-kit/src/lifecycle/run-service',
  'services/search/src/relevance/relevance',
  'services/users/src/mail/mail',
  'tools/admin/src/run-admin',
  'libs/service-kit/src/store/store',
  'test/api/files',
  'test/api/transfer',
  'libs/service-kit/src/events/ensure-streams',
  'services/records/src/grid/built-in-grid',
  'tools/local-stack/src/stack',
  'test/tracing/traces',
  'libs/service-kit/src/commands/serve-commands',
  'services/search/src/service.finding',
  'tools/launcher/src/start-services',
  'test/languages/catalogues',
  'tools/bootstrap',
];

/** Sorts suites: the slowest first, then by size. The order does not depend on earlier runs, so it is the same on every machine. */
class LongestFirst {
  sort(tests) {
    const ranks = new Map(tests.map(({ path }) => [path, rankOf(path)]));
    return tests.toSorted(
      (one, other) =>
        ranks.get(one.path) - ranks.get(other.path) || statSync(other.path).size - statSync(one.path).size,
    );
  }

  shard(tests) {
    return tests;
  }

  allFailedTests(tests) {
    return tests;
  }

  cacheResults() {}
}

export { LongestFirst as default };

function rankOf(path) {
  const rank = longest.findIndex((suite) => path.includes(`/${suite}.`));
  return rank === -1 ? longest.length : rank;
}
