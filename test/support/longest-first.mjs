import { statSync } from 'node:fs';

/** The slowest suites in order. They must start first: one that starts last would keep a single worker busy while the others are idle. */
const longest = [
  'test/moving-in/moving-in',
  'test/api/file-volume',
  'test/console/console',
  'test/security/limited-callers',
  'test/deploy/installation',
  'test/security/fuzz',
  'services/records/src/service.crowded',
  'test/backup/erasing',
  'tools/admin/src/commands/degraded',
  'test/faults/storm',
  'test/faults/stepdown',
  'tools/launcher/src/start',
  'test/client/networks',
  'test/front-door/front-door',
  'tools/admin/src/moving-in/memory',
  'test/api/access-matrix',
  'test/console/console-work',
  'test/console/console-provider',
  'test/security/queues',
  'tools/admin/src/commands/diagnosis',
  'test/backup/backup',
  'test/faults/rolling-update',
  'test/openapi/reference',
  'test/openapi/generators',
  'tools/local-stack/src/stack',
  'services/records/src/service.outage',
  'libs/service-kit/src/lifecycle/run-service',
  'test/extensions/failures',
  'test/deploy/nats-cluster',
  'services/search/src/service.outage',
  'test/console/console-fields',
  'test/faults/two-instances',
  'services/records/src/lists/list-query.model',
  'test/event-consumer/kits',
  'test/api/webhooks',
  'test/faults/event-streams',
  'test/faults/demo-data',
  'test/console/console-live',
  'libs/service-kit/src/store/outbox-relay',
  'test/moving-in/rehearsal',
  'test/security/leaked-secrets',
  'services/search/src/service.rebuilding',
  'test/faults/killed-service',
  'test/faults/lost-streams',
  'test/faults/notifications',
  'test/faults/rebuild',
  'test/api/operations',
  'test/security/limits',
  'test/faults/first-requests',
  'tools/admin/src/run-admin',
  'test/security/secured-servers',
  'services/gateway/src/live/live-changes',
  'test/faults/events',
  'test/faults/idempotency',
  'libs/service-kit/src/store/store',
  'libs/service-kit/src/events/stream-consumer',
  'services/search/src/service.checking',
  'services/users/src/mail/mail',
  'test/security/sign-in',
  'test/security/duplicates',
  'test/security/site-links',
  'test/security/api-keys',
  'test/api/transfer',
  'test/typed-client/package',
  'test/api/batch',
  'test/api/events',
  'tools/local-stack/src/start-stack',
  'services/records/src/service.volume',
  'test/console/console-passkeys',
  'test/tracing/traces',
  'tools/bootstrap',
  'tools/release/src/release',
  'test/openapi/examples',
  'test/security/login-outage',
  'libs/service-kit/src/events/ensure-streams',
  'libs/service-kit/src/commands/serve-commands',
  'services/gateway/src/service.outage',
  'test/security/connections',
  'tools/bench/src/measure/measure-row',
  'services/records/src/grid/built-in-grid',
  'test/security/bus-trust',
  'services/search/src/relevance/relevance',
  'test/typed-client/offline',
  'test/console/console-offline',
  'test/typed-client/client',
  'test/security/public-forms',
  'tools/admin/src/backup/backup',
  'tools/admin/src/commands/consumers',
  'services/records/src/merge/merge',
  'test/api/mail',
  'services/records/src/lists/list-cursors',
  'services/records/src/locations/places',
  'test/security/sessions',
  'test/api/dialects',
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
