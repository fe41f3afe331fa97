import regexp from 'eslint-plugin-regexp';
import tseslint from 'typescript-eslint';

const services = ['gateway', 'records', 'comments', 'users', 'search'];

/** A service imports libs, never another service. */
const noServiceImports = {
  group: services.flatMap((service) => [`@svc/${service}`, `@svc/${service}/*`, `**/services/${service}/**`]),
  message: 'Services never import each other: declare what passes between them in @svc/contracts.',
};

const noToolImports = {
  group: ['@svc/local-stack', '@svc/launcher', '@svc/demo', '@svc/admin', '**/tools/**'],
  message: 'Services and libs never import tools; their tests get servers from @svc/testing.',
};

/** Tools stand above the services: they use the exports that a service declares, and nothing of the tests. */
const noPathsIntoServices = {
  group: ['**/services/*/src/**', '**/test/**'],
  message:
    'Tools use the declared exports of services, such as @svc/gateway/settings, and no parts of tests.',
};

/** Tests of the whole service use HTTP, the bus and declared exports. */
const noPathsIntoWorkspaces = {
  group: ['**/services/*/src/**', '**/tools/*/src/**', '**/libs/*/src/**'],
  message:
    'Suites in test/ use HTTP, the bus and the declared exports of workspaces, such as @svc/gateway/settings.',
};

const noOtherHttpClient = {
  group: ['undici'],
  message: 'Requests to other sites leave by HttpClient of @svc/service-kit/http-client alone.',
};

const noKitImports = {
  group: ['@svc/service-kit', '@svc/service-kit/*', '**/service-kit/**', 'mongoose', 'nats', 'express'],
  message: 'contracts is what both ends of the bus agree on; it depends on zod alone.',
};

/** Forbids spreads and tuples of literals that only shorten the code: a list of elements should look as long as it is. */
const literals = [
  {
    selector: 'SpreadElement > :matches(ArrayExpression, ObjectExpression)',
    message: 'Write the elements themselves instead of the spread of a literal.',
  },
  {
    selector: 'VariableDeclarator[id.type="ArrayPattern"][init.type="ArrayExpression"]',
    message: 'Declare each by itself instead of a tuple of them.',
  },
  {
    selector: 'AssignmentExpression[left.type="ArrayPattern"][right.type="ArrayExpression"]',
    message: 'Assign each by itself instead of a tuple of them.',
  },
];

export default tseslint.config(
  { ignores: ['node_modules', '.local', 'coverage', 'libs/*/dist'] },
  ...tseslint.configs.recommendedTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      '@typescript-eslint/no-explicit-any': 'error',
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      '@typescript-eslint/require-await': 'off',
      '@typescript-eslint/unbound-method': 'off',
      'no-restricted-exports': ['error', { restrictDefaultExports: { direct: true } }],
      'max-lines': ['error', { max: 300, skipComments: true, skipBlankLines: true }],
      'max-params': ['error', 4],
      'no-restricted-syntax': ['error', ...literals],
      eqeqeq: 'error',
    },
  },
  {
    files: ['libs/**/*.ts', 'services/**/*.ts', 'tools/**/*.ts'],
    ignores: [
      '**/*.test.ts',
      '**/testing/**',
      '**/fakes/**',
      '**/config.ts',
      '**/main.ts',
      'tools/*/src/{start,stack,admin}.ts',
    ],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...literals,
        {
          selector: "MemberExpression[object.name='process'][property.name='env']",
          message: 'The environment is read in config.ts (and handed over in main.ts) only.',
        },
      ],
    },
  },
  {
    files: ['libs/**/*.ts', 'services/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**', 'libs/service-kit/src/text/normalized.ts'],
    rules: {
      'no-restricted-properties': [
        'error',
        {
          property: 'normalize',
          message: 'Use `normalized`: its time grows with the length of the text alone.',
        },
      ],
    },
  },
  {
    files: ['libs/**/*.ts', 'services/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**'],
    plugins: { regexp },
    rules: {
      // Also where only a text that the service itself makes would be slow: nobody keeps track of where a text comes from.
      'regexp/no-super-linear-backtracking': ['error', { report: 'potential' }],
      'regexp/no-super-linear-move': ['error', { report: 'potential', ignorePartial: false }],
    },
  },
  {
    files: ['libs/contracts/src/**/*.ts'],
    ignores: ['**/*.test.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [noServiceImports, noToolImports, noKitImports] }],
    },
  },
  {
    files: ['libs/service-kit/src/**/*.ts', 'services/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**', 'libs/service-kit/src/http-client/*.ts'],
    rules: {
      'no-restricted-imports': ['error', { patterns: [noServiceImports, noToolImports, noOtherHttpClient] }],
      'no-restricted-globals': ['error', { name: 'fetch', message: noOtherHttpClient.message }],
    },
  },
  {
    files: ['{libs,services}/**/*.test.ts', 'services/**/testing/**/*.ts', 'libs/*/src/**/testing/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [noServiceImports, noToolImports] }] },
  },
  {
    files: ['tools/**/*.ts', 'deploy/**/*.ts'],
    ignores: ['**/*.test.ts', '**/testing/**', '**/fakes/**'],
    rules: { 'no-restricted-imports': ['error', { patterns: [noPathsIntoServices] }] },
  },
  {
    files: ['test/**/*.ts'],
    rules: { 'no-restricted-imports': ['error', { patterns: [noPathsIntoWorkspaces] }] },
  },
  {
    files: ['test/**/*.ts', '**/*.test.ts', '**/testing/**', '**/fakes/**'],
    rules: {
      'max-params': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      'max-lines': ['error', { max: 400, skipComments: true, skipBlankLines: true }],
    },
  },
  {
    // Parameters and attributes of components wait for promises that handle their own errors.
    files: ['console/src/**/*.tsx'],
    rules: {
      '@typescript-eslint/no-misused-promises': [
        'error',
        { checksVoidReturn: { attributes: false, properties: false } },
      ],
    },
  },
  { files: ['**/*.mjs', '**/*.js'], ...tseslint.configs.disableTypeChecked },
  // The parameters of hooks are set by docs/guides/extensions.md.
  {
    files: ['libs/contracts/src/extension.ts', 'services/records/src/modules/*.ts'],
    rules: { 'max-params': 'off' },
  },
  // Extensions, configuration files and the setup modules of jest must have default exports.
  {
    files: [
      '*.config.mjs',
      '.dependency-cruiser.mjs',
      '**/*extension.ts',
      '**/extra-fields.ts',
      'test/support/{provide,end}-servers.ts',
      'test/support/longest-first.mjs',
    ],
    rules: { 'no-restricted-exports': 'off' },
  },
);
