import { statSync } from 'node:fs';

/** The slowest suites in order. They must start first: one that starts last would keep a single worker busy while the others are idle. */
const longest = [
  'test/api/file-volume',
  'test/security/limited-callers',
  'test/console/console',
  'test/api/access-matrix',
  'test/security/fuzz',
  'tools/admin/src/commands/degraded',
  'test/openapi/reference',
  'test/client/networks',
  'test/faults/storm',
  'test/console/console-work',
  'test/security/api-keys',
  'test/deploy/installation',
  'test/event-consumer/kits',
  'services/records/src/lists/list-query.model',
  'test/moving-in/moving-in',
  'test/faults/first-requests',
  'services/records/src/lists/list-cursors',
  'test/openapi/examples',
  'test/security/queues',
  'test/console/console-live',
  'test/extensions/failures',
  'tools/admin/src/commands/diagnosis',
  'tools/launcher/src/start',
  'test/faults/events',
  'services/records/src/service.outage',
  'test/console/console-fields',
  'services/records/src/lists/list-shapes',
  'test/typed-client/rxdb',
  'test/faults/notifications',
  'test/faults/idempotency',
  'test/backup/backup',
  'services/search/src/service.rebuilding',
  'test/front-door/front-door',
  'test/faults/rebuild',
  'test/openapi/generators',
  'services/records/src/service.model',
  'test/backup/erasing',
  'test/security/secured-servers',
  'test/deploy/nats-cluster',
  'test/console/console-passkeys',
  'test/console/console-offline',
  'test/security/leaked-secrets',
  'test/api/operations',
  'tools/release/src/release',
  'test/security/limits',
  'test/faults/stepdown',
  'libs/service-kit/src/lifecycle/run-service',
  'test/faults/two-instances',
  'services/search/src/service.outage',
  'test/moving-in/rehearsal',
  'libs/service-kit/src/store/outbox-relay',
  'test/faults/killed-service',
  'test/api/webhooks',
  'test/typed-client/offline',
  'tools/local-stack/src/start-stack',
  'test/faults/demo-data',
  'services/users/src/mail/mail',
  'services/gateway/src/live/live-changes',
  'test/faults/lost-streams',
  'tools/admin/src/run-admin',
  'libs/service-kit/src/store/store',
  'services/records/src/grid/built-in-grid',
  'test/typed-client/package',
  'test/client/sequences',
  'services/records/src/lists/list-paging',
  'services/records/src/service.volume',
  'test/security/site-links',
  'test/security/sign-in',
  'services/records/src/service.consistency',
  'tools/local-stack/src/stack',
  'services/records/src/service.refusals',
  'test/faults/rolling-update',
  'test/security/connections',
  'test/api/api',
  'test/security/accounts',
  'libs/service-kit/src/events/stream-consumer',
  'services/search/src/service.checking',
  'services/search/src/relevance/relevance',
  'test/api/files',
  'test/api/transfer',
  'libs/service-kit/src/events/ensure-streams',
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
