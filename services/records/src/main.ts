import { runService } from '@svc/service-kit';
import { recordsSettings } from './config.ts';
import { startRecords } from './service.ts';

await runService(
  {
    name: 'records',
    settings: recordsSettings,
    hasExtensions: ({ EXTENSIONS: names }) => names.length > 0,
    start: startRecords,
  },
  process.env,
);
