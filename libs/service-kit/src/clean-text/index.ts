export * from './clean-comment.ts';
export * from './clean-text.ts';
