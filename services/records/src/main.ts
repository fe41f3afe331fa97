import { runService } from '@svc/service-kit';
import { settings } from './config.ts';
import { startRecords } from './service.ts';

await runService({ name: 'records', settings, start: startRecords }, process.env);
