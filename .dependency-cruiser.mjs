import { globSync, readFileSync } from 'node:fs';
import { dirname } from 'node:path';

/**
 * The layers of each workspace, from the lowest up: a file imports from its own layer's folder and from lower layers, types included. Folders in one
 * row do not know each other. A folder's own folders are part of it unless they have a row of their own; a name without a folder is a file in `src`.
 */
const layers = {
  'services/records': [
    ['config', 'model'],
    ['store'],
    ['directory', 'grid', 'fields/shared'],
    ['fields'],
    ['query', 'recent'],
    ['post-types'],
    ['access'],
    ['read'],
    ['revision'],
    ['derived', 'connections'],
    ['write', 'history'],
    ['sharing', 'lists/cache'],
    ['lists/plan'],
    ['lists'],
    ['pickers', 'duplicates'],
    ['merge', 'transfer', 'locations', 'settings', 'modules'],
    ['operations', 'compose'],
    ['handlers'],
    ['service'],
    ['main'],
  ],
};

const tests = '\\.test\\.ts$|/(testing|fakes)/';

/** The files of a layer: a folder that has a row of its own is no part of the one around it. */
function filesOf(workspace, layer, all) {
  const own = all.flatMap((other) => (other.startsWith(`${layer}/`) ? [other.slice(layer.length + 1)] : []));
  return `^${workspace}/src/${layer}(\\.ts$|/${own.length > 0 ? `(?!(${own.join('|')})/)` : ''})`;
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

/** A workspace imports the packages that its package.json names, so that an image has what its service needs and nothing else. */
const declared = {
  name: 'a workspace declares the packages that it imports',
  severity: 'error',
  from: { path: '^(libs|services|tools)/' },
  to: { path: '^node_modules/', dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
};

/** The same for the workspaces that it imports, which are files to the linter. */
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

const layered = { path: `^(${Object.keys(layers).join('|')})/` };

export default {
  forbidden: [
    declared,
    ...globSync('{libs,services,tools}/*/package.json').map((file) => declaredWorkspaces(dirname(file))),
    ...Object.entries(layers).flatMap(rulesOf),
    { name: 'no circle of files', severity: 'error', from: layered, to: { circular: true } },
    {
      name: 'no circle of folders',
      severity: 'error',
      scope: 'folder',
      from: layered,
      to: { circular: true },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: tests },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'types', 'node', 'default'],
    },
  },
};
