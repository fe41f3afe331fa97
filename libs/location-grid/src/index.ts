/** The location grid of a new installation. README.md states the sources of its data. */
export * from './built-in-ids.ts';
export * from './built-in-rows.ts';
