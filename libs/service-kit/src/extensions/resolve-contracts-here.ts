import { registerHooks } from 'node:module';

/**
 * Lets extensions outside the project import `@svc/contracts`: from now on, every module of this process that imports it gets the copy of
 * the service.
 */
export function resolveContractsHere(): void {
  registerHooks({
    resolve(specifier, context, nextResolve) {
      const isContracts = specifier === '@svc/contracts' || specifier.startsWith('@svc/contracts/');
      return nextResolve(specifier, isContracts ? { ...context, parentURL: import.meta.url } : context);
    },
  });
}
