import { statSync } from 'node:fs';

/** The slowest suites in order. They must start first: one that starts last would keep a single worker busy while the others are idle. */
const longest = [
  'test/security/fuzz',
  'test/api/access-matrix',
  'test/faults/first-requests',
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
  'tools/admin/src/commands/diagnosis',
  'test/languages/catalogues',
  'test/client/sequences',
  'services/search/src/service.outage',
  'libs/service-kit/src/store/outbox-relay',
  'test/api/api',
  'test/api/files',
  'libs/service-kit/src/events/stream-consumer',
  'test/security/secured-servers',
  'libs/service-kit/src/events/ensure-streams',
  'test/security/connections',
  'tools/launcher/src/start-services',
  'test/api/transfer',
  'tools/admin/src/run-admin',
  'tools/local-stack/src/stack',
  'libs/service-kit/src/lifecycle/run-service',
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
  const rank = longest.findIndex((suite) => path.endsWith(`/${suite}.test.ts`));
  return rank === -1 ? longest.length : rank;
}
