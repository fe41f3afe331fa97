import { runService } from '@svc/service-kit';
import { recordsSettings } from './config.ts';
import { startRecords } from './service.ts';

await runService({ name: 'records', settings: recordsSettings, start: startRecords }, process.env);
