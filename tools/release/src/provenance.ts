import { join } from 'node:path';
import { filesOf, sha256 } from './signature.ts';

interface BuildFacts {
  readonly version: string;
  readonly commit: string;
  readonly startedOn: Date;
  readonly finishedOn: Date;
}

/**
 * An in-toto statement with SLSA provenance (version 1) about the files of a folder. The builder states it about itself, and the person who
 * runs the script could change it, so it is level 1 of SLSA.
 */
export function provenanceOf(folder: string, { version, commit, startedOn, finishedOn }: BuildFacts): object {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: filesOf(folder).map((name) => ({ name, digest: { sha256: sha256(join(folder, name)) } })),
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
