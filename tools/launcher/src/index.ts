export { mainOf, startServices, type Services, type ServicesOptions } from './start-services.ts';
export { readInstances } from './config.ts';
export type { Instances } from './service-environment.ts';
export type { ServiceInstance } from './service-instance.ts';
