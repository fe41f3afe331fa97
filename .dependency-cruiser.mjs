import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The layers of each workspace, from the lowest up. A file may import, types included, from its own folder or file of the list and from lower
 * layers, but not from others in the same row. Subfolders belong to their folder unless listed; a name without a folder is a file in `src`.
 */
const layers = {
  console: [
    ['address', 'api', 'text'],
    ['live', 'ui'],
    ['session'],
    ['settings'],
    ['fields', 'numbers'],
    ['api-keys', 'records'],
    ['notifications', 'operations', 'people', 'profile'],
    ['first-load', 'first-requests', 'start'],
    ['shell'],
    ['main'],
  ],
  'libs/client': [
    [
      'error-codes',
      'field-types',
      'limit-time',
      'query-string',
      'read-messages',
      'session',
      'upload-progress',
    ],
    ['errors', 'schema'],
    ['retry'],
    ['send'],
    [
      'batch',
      'comments',
      'files',
      'history',
      'list-query',
      'notifications',
      'search',
      'settings',
      'shares',
      'users',
    ],
    ['aggregate', 'auth', 'events'],
    ['records'],
    ['create-client'],
    ['index', 'offline'],
    ['generate'],
  ],
  'libs/contracts': [
    ['sent-digits', 'shown-shape', 'text-bounds'],
    [
      'actor',
      'api-key-text',
      'capabilities',
      'identity',
      'list-query',
      'location-row',
      'post-type',
      'record',
      'message',
      'versions',
    ],
    ['errors', 'instance-status', 'list-filters', 'user-settings'],
    ['operation', 'service-error'],
    ['command', 'events', 'key-limits'],
    ['extension', 'operations'],
    ['hooks'],
    ['audit-actor'],
    ['field-shapes'],
    ['all-operations'],
    ['bus-permissions'],
    ['index'],
  ],
  'libs/event-consumer': [['service-event', 'signatures'], ['ledger'], ['consume-events'], ['index']],
  'libs/language': [['languages'], ['create-translators'], ['index']],
  'libs/location-grid': [['built-in-ids', 'grid-file'], ['built-in-rows'], ['index']],
  'libs/object-storage': [['open-s3-client'], ['s3-settings'], ['index']],
  'libs/pictures': [['pictures'], ['index']],
  'libs/service-kit': [
    ['text'],
    ['clean-text', 'database-failure', 'duplicate-key', 'in-batches', 'log', 'side-by-side', 'time'],
    ['tracing'],
    ['http-client', 'jobs'],
    ['config', 'ops', 'signing'],
    ['bus', 'events'],
    ['extensions', 'store'],
    ['commands', 'lifecycle'],
    ['dead-letters'],
    ['index'],
  ],
  'libs/testing': [
    [
      'capture-log',
      'growth',
      'listening',
      'location-row',
      'problem-of',
      'process-bus',
      'read-events',
      'reused-databases',
      'sized',
      'test-operation',
      'until',
      'user-actor',
      'worst-texts',
    ],
    ['throw-away-stack'],
    ['all-done', 'new-keyrings', 'service-harness', 'trace-collector'],
    ['commands-for', 'stack-harness'],
    ['index'],
  ],
  'services/gateway': [
    ['bus', 'config'],
    ['auth'],
    ['endpoints', 'live'],
    ['asyncapi', 'openapi'],
    ['http', 'print-endpoints'],
    ['service'],
    ['main'],
  ],
  'services/records': [
    ['config', 'model'],
    ['store', 'storage'],
    ['directory', 'grid', 'fields/shared', 'cache'],
    ['fields'],
    ['query', 'recent'],
    ['post-types'],
    ['access'],
    ['name-index'],
    ['read'],
    ['revision'],
    ['derived', 'connections'],
    ['write', 'history'],
    ['files'],
    ['lists/plan'],
    ['lists'],
    ['live', 'pickers', 'duplicates'],
    ['changes', 'merge', 'transfer', 'locations', 'settings', 'modules', 'importing', 'former'],
    ['webhooks'],
    ['operations', 'compose'],
    ['handlers'],
    ['service'],
    ['main'],
  ],
  'services/comments': [
    ['config', 'store'],
    ['access', 'events', 'finding', 'reactions'],
    ['present', 'writing'],
    ['record-changes'],
    ['commands', 'operations'],
    ['handlers'],
    ['service'],
    ['main'],
  ],
  'services/search': [
    ['config', 'projection'],
    ['engine'],
    ['indexing', 'query'],
    ['checking', 'rebuilding'],
    ['index-work', 'operations'],
    ['service'],
    ['main'],
  ],
  'services/users': [
    ['model'],
    ['audit'],
    ['store', 'limits', 'roles', 'notifications/rules'],
    ['passwords', 'contacts', 'tokens', 'profile', 'avatars', 'queue', 'filters'],
    ['api-keys', 'sessions', 'config', 'profile/settings', 'notifications', 'site-links'],
    ['creation', 'importing', 'mail', 'push', 'second-factor'],
    ['mail/kinds', 'provider-login'],
    ['deliveries'],
    ['compose'],
    ['operations'],
    ['handlers'],
    ['service'],
    ['main'],
  ],
  'tools/admin': [
    ['admin-error', 'config', 'table', 'terminal'],
    ['databases'],
    ['erasing', 'explain-error', 'find-deployment', 'progress', 'read-password'],
    ['services', 'backup', 'key-rotation'],
    ['note-audit', 'patient-ask'],
    ['diagnosis', 'csv-import'],
    // Reads the hashes of passwords from a table.
    ['moving-in'],
    ['commands'],
    ['run-admin'],
    ['admin'],
  ],
  'tools/bench': [
    ['config', 'console'],
    ['stack', 'thin'],
    ['seed'],
    ['rows'],
    ['floor'],
    ['chain'],
    ['measure'],
    ['live'],
    ['run-bench'],
    ['table'],
    ['bench'],
  ],
  'tools/contract': [['contract-changes'], ['documented-endpoints', 'extension-api'], ['record-contract']],
  'tools/demo': [
    ['admin-caller', 'choices', 'create-batch', 'sample-names'],
    ['sample-records'],
    ['seed-demo'],
    ['index'],
  ],
  'tools/launcher': [
    ['gateway-port', 'service-settings', 'welcome'],
    ['service-environment'],
    ['config', 'service-instance'],
    ['prepare-demo', 'start-services'],
    ['index', 'start'],
  ],
  'tools/local-stack': [
    ['free-port', 'report', 'servers', 'stack-error'],
    ['config', 'processes'],
    ['data-dir'],
    ['sources'],
    ['start-stack'],
    ['index', 'stack'],
  ],
  'tools/release': [
    ['git', 'set-version', 'signature'],
    ['build', 'changes', 'provenance'],
    ['next-version'],
    ['changelog'],
    ['run-release'],
    ['release'],
  ],
};

/** Suites, and what a workspace has for its own. They import `libs/testing`, which imports the layers above `service-kit`. */
const tests = '\\.test\\.ts$|/src/.*testing/|/fakes/';

/** A pattern for the files of a layer, without subfolders that are listed themselves. */
function filesOf(workspace, layer, all) {
  const own = all.flatMap((other) => (other.startsWith(`${layer}/`) ? [other.slice(layer.length + 1)] : []));
  return `^${workspace}/src/${layer}(\\.tsx?$|/${own.length > 0 ? `(?!(${own.join('|')})/)` : ''})`;
}

function rulesOf([workspace, rows]) {
  const all = rows.flat();
  const files = (layer) => filesOf(workspace, layer, all);
  const upwards = rows.flatMap((row, index) => {
    const higher = rows.slice(index + 1).flat();
    return row.map((layer) => [layer, [...row.filter((other) => other !== layer), ...higher]]);
  });
  return [
    ...upwards
      .filter(([, forbidden]) => forbidden.length > 0)
      .map(([layer, forbidden]) => ({
        name: `${workspace}: ${layer} imports from lower layers only`,
        severity: 'error',
        from: { path: files(layer) },
        to: { path: forbidden.map(files) },
      })),
    {
      name: `${workspace}: every file is in a layer`,
      severity: 'error',
      from: { path: `^${workspace}/src/`, pathNot: all.map(files) },
      to: {},
    },
  ];
}

/** A workspace only imports packages that its package.json declares, so that an image has exactly the packages that its service needs. */
const declared = {
  name: 'a workspace declares the packages that it imports',
  severity: 'error',
  from: { path: '^(libs|services|tools)/' },
  to: { path: '^node_modules/', dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
};

/** Like `declared` for imports of other workspaces, which dependency-cruiser resolves to files. */
function declaredWorkspaces(folder) {
  const { dependencies = {}, devDependencies = {} } = JSON.parse(
    readFileSync(`${folder}/package.json`, 'utf8'),
  );
  const names = Object.keys({ ...dependencies, ...devDependencies });
  const own = names.filter((name) => name.startsWith('@svc/')).map((name) => name.slice('@svc/'.length));
  return {
    name: `${folder} declares the workspaces that it imports`,
    severity: 'error',
    from: { path: `^${folder}/` },
    to: {
      path: '^(libs|services|tools)/[^/]+/',
      pathNot: [`^${folder}/`, ...own.map((name) => `^(libs|services|tools)/${name}/`)],
    },
  };
}

const conditionNames = ['import', 'types', 'node', 'default'];

export default {
  forbidden: [
    declared,
    ...globSync('{libs,services,tools}/*/package.json').map((file) => declaredWorkspaces(dirname(file))),
    ...Object.entries(layers).flatMap(rulesOf),
    { name: 'no circle of files', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no circle of folders', severity: 'error', scope: 'folder', from: {}, to: { circular: true } },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: tests },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: { exportsFields: ['exports'], conditionNames },
  },
};
