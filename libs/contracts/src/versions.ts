import manifest from '../package.json' with { type: 'json' };

/** The version of the program; all services, libs and tools have the same. */
export const programVersion: string = manifest.version;
