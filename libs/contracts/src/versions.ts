import manifest from '../package.json' with { type: 'json' };

/** The version of the program; all services, libs and tools have the same. */
export const programVersion: string = manifest.version;

/** The version of the HTTP contract: endpoints, their parameters and their permitted callers (docs/versions.md). */
export const httpContractVersion = '1.1.0';

/** The version of the extension API: what `@svc/contracts/extension` declares (docs/versions.md). */
export const extensionApiVersion = '1.2.0';
