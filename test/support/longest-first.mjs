import { statSync } from 'node:fs';

/** The slowest suites in order. They must start first: one that starts last would keep a single worker busy while the others are idle. */
const longest = [
  'test/api/file-volume',
  'test/faults/storm',
  'test/security/limited-callers',
  'test/console/console',
  'test/api/access-matrix',
  'test/client/networks',
  'services/records/src/lists/list-query.model',
  'services/records/src/lists/list-shapes',
  'test/deploy/installation',
  'test/security/fuzz',
  'test/front-door/front-door',
  'test/moving-in/moving-in',
  'test/faults/rebuild',
  'tools/admin/src/commands/degraded',
  'tools/admin/src/commands/diagnosis',
  'services/records/src/service.consistency',
  'services/records/src/lists/list-cursors',
  'services/search/src/service.rebuilding',
  'services/records/src/service.refusals',
  'test/openapi/reference',
  'test/console/console-work',
  'tools/launcher/src/start',
  'tools/admin/src/moving-in/memory',
  'test/event-consumer/kits',
  'test/faults/event-streams',
  'test/security/queues',
  'test/faults/first-requests',
  'test/typed-client/offline',
  'test/console/console-provider',
  'test/console/console-live',
  'test/console/console-fields',
  'test/security/api-keys',
  'test/openapi/examples',
  'test/extensions/failures',
  'test/faults/events',
  'services/records/src/service.outage',
  'test/typed-client/rxdb',
  'test/faults/notifications',
  'test/faults/idempotency',
  'test/backup/backup',
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
  'tools/local-stack/src/stack',
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
