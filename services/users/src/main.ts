import { runService } from '@svc/service-kit';
import { usersService } from './service.ts';

await runService(usersService, process.env);
