import { runService } from '@svc/service-kit';
import { searchService } from './service.ts';

await runService(searchService, process.env);
