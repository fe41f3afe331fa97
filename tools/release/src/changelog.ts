import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from './changes.ts';
import type { ContractVersions } from './next-version.ts';

const intro = `# Changelog

Generated from the commits by \`npm run release\`; [versions](docs/reference/versions.md) explains what a version promises.
`;

export interface Entry {
  readonly version: string;
  /** The date of the released commit as YYYY-MM-DD. */
  readonly date: string;
  readonly contracts: ContractVersions;
  readonly changes: readonly Change[];
}

export function changelogEntry({ version, date, contracts, changes }: Entry): string {
  const listed = (title: string, kind: Change['kind']) => {
    const lines = changes.filter((change) => change.kind === kind);
    return lines.length === 0 ? [] : [`### ${title}`, lines.map(lineOf).join('\n')];
  };
  const about = `HTTP contract ${contracts.http}, extension API ${contracts.extensions}.`;
  const parts = [
    `## ${version} (${date})`,
    about,
    ...listed('Added', 'added'),
    ...listed('Changed', 'changed'),
    ...listed('Removed', 'removed'),
    ...listed('Fixed', 'fixed'),
  ];
  return `${parts.join('\n\n')}\n`;
}

/** Adds an entry above the older ones in CHANGELOG.md, which is created if it is missing. */
export function addToChangelog(root: string, entry: string): void {
  const file = join(root, 'CHANGELOG.md');
  const before = existsSync(file) ? readFileSync(file, 'utf8').slice(intro.length) : '';
  writeFileSync(file, `${intro}\n${entry}${before}`);
}

function lineOf({ subject, commit }: Change): string {
  return `- ${subject} (${commit})`;
}
