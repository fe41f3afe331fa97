export * from './create-translators.ts';
export * from './languages.ts';
