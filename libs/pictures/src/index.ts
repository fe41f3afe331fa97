export * from './pictures.ts';
