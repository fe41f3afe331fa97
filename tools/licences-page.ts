// Writes docs/operations/licences.md from the lockfile: node tools/licences-page.ts
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lockedPackages, packageName } from './check-dependencies.ts';

/** The page about the production packages in a folder's lockfile: name, version, licence and source. */
export function licencesPage(dir: string): string {
  const rows = Object.entries(lockedPackages(dir)).flatMap(
    ([path, { version, license = '-', dev, link }]) => {
      const name = packageName(path);
      if (name === undefined || dev || link) return [];
      return [`| [${name}](https://www.npmjs.com/package/${name}/v/${version}) | ${version} | ${license} |`];
    },
  );
  return `${intro}${[...new Set(rows)].sort().join('\n')}\n`;
}

const intro = `# Licences

For operators who distribute the service: the third-party packages of an installation, without those for
development. The service itself has the licence in [LICENSE](../../LICENSE). An image contains the packages that its service needs, each with the text of its licence. \`npm run check\` rejects a package whose licence
is not on the list in \`tools/check-dependencies.ts\`. The install script of \`@scarf/scarf\`, a part of \`swagger-ui-dist\` that reports installations to its makers, does not run: \`allowScripts\` and \`scarfSettings\` in \`package.json\` disable it. No image contains the servers that \`npm start\` downloads for development.

\`node tools/licences-page.ts\` generates this page from \`package-lock.json\`; a test fails when it is stale.

| package | version | licence |
|---|---|---|
`;

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  writeFileSync(join(root, 'docs/operations/licences.md'), licencesPage(root));
}
