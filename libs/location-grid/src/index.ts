/** The location grid that an installation begins with; where its data comes from, README.md says. */
export * from './built-in-ids.ts';
export * from './built-in-rows.ts';
