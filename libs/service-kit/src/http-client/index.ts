export { isAllowable } from './address-policy.ts';
export * from './http-client.ts';
