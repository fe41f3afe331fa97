// Writes docs/licences.md from the lockfile: node tools/licences-page.ts
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

interface Locked {
  readonly version?: string;
  readonly license?: string;
  readonly dev?: boolean;
  readonly link?: boolean;
}

/** The page about the packages that a folder's lockfile has for production: name, version, licence, where it comes from. */
export function licencesPage(dir: string): string {
  const { packages } = JSON.parse(readFileSync(join(dir, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, Locked>;
  };
  const rows = Object.entries(packages)
    .filter(([path, { dev, link }]) => path.includes('node_modules/') && !dev && !link)
    .map(([path, { version, license = '-' }]) => {
      const name = path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length);
      return `| [${name}](https://www.npmjs.com/package/${name}/v/${version}) | ${version} | ${license} |`;
    });
  return `${intro}${[...new Set(rows)].sort().join('\n')}\n`;
}

const intro = `# Licences

The service has the licence in [LICENSE](../LICENSE). These are the packages of others that it is installed with, without those for
development; an image has those of them that its service needs, each with the text of its licence. \`npm run check\` refuses a package with a licence
that is not on the list in \`tools/check-dependencies.ts\`. The servers that \`npm start\` fetches for development are in no image.

The page is made from \`package-lock.json\` by \`node tools/licences-page.ts\`, and a test says when it is stale.

| package | version | licence |
|---|---|---|
`;

if (import.meta.main) {
  const root = join(import.meta.dirname, '..');
  writeFileSync(join(root, 'docs/licences.md'), licencesPage(root));
}
