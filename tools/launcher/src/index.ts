export { startServices, type Services, type ServicesOptions } from './start-services.ts';
export { SERVICE_NAMES, type Instances, type ServiceName } from './service-environment.ts';
export type { ServiceInstance } from './service-instance.ts';
