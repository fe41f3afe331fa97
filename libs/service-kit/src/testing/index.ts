export * from './capture-log.ts';
export * from './commands-for.ts';
export * from './read-events.ts';
export * from './service-bed.ts';
export * from './throw-away-stack.ts';
export * from './until.ts';
export * from './user-actor.ts';
export * from './growth.ts';
