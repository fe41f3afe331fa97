import { runService } from '@svc/service-kit';
import { commentsService } from './service.ts';

await runService(commentsService, process.env);
