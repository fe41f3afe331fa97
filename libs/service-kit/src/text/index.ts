export * from './control-characters.ts';
export * from './escape-html.ts';
export * from './is-loopback.ts';
export * from './message-of.ts';
export * from './nearest-name.ts';
export * from './normalized.ts';
export * from './parse-json.ts';
export * from './utc-text.ts';
