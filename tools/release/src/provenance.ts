import { globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { sha256 } from './signature.ts';

/** What a release was built from, and where. */
export interface BuildFacts {
  readonly version: string;
  readonly commit: string;
  readonly startedOn: Date;
  readonly finishedOn: Date;
}

/**
 * An in-toto statement with SLSA's provenance (version 1) about the files of a folder. It says what the builder says of itself: level 1 of
 * SLSA, and no more, for whoever runs the script could change it.
 */
export function provenanceOf(folder: string, { version, commit, startedOn, finishedOn }: BuildFacts): object {
  const files = globSync('**/*', { cwd: folder }).filter((file) => statSync(join(folder, file)).isFile());
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: files.sort().map((name) => ({ name, digest: { sha256: sha256(join(folder, name)) } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://records-service.invalid/release/v1',
        externalParameters: { version },
        internalParameters: { node: process.version, platform: `${process.platform}-${process.arch}` },
        resolvedDependencies: [{ uri: `git:records-service@v${version}`, digest: { gitCommit: commit } }],
      },
      runDetails: {
        builder: { id: 'https://records-service.invalid/release/by-hand' },
        metadata: { startedOn: startedOn.toISOString(), finishedOn: finishedOn.toISOString() },
      },
    },
  };
}
