import { runService } from '@svc/service-kit';
import { gatewaySettings } from './config.ts';
import { startGateway } from './service.ts';

await runService({ name: 'gateway', settings: gatewaySettings, start: startGateway }, process.env);
