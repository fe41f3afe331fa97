import manifest from '../package.json' with { type: 'json' };

/** The version of the program, which all services, libs and tools share. */
export const programVersion: string = manifest.version;

/** The version of the HTTP contract: the endpoints, their parameters and their permitted callers (docs/reference/versions.md). */
export const httpContractVersion = '4.13.0';

/** The version of the extension API, which `@svc/contracts/extension` declares (docs/reference/versions.md). */
export const extensionApiVersion = '1.18.0';

/** The newest schema version of each service's database, for programs that work with it without the service's code. */
export const schemaVersions = { records: 4, comments: 0, users: 2 } as const;
