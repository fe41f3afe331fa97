export { startServices, type Services, type ServicesOptions } from './start-services.ts';
export { LauncherError } from './launcher-error.ts';
export { SERVICE_NAMES, type ServiceName } from './service-name.ts';
export type { ServiceInstance } from './service-instance.ts';
