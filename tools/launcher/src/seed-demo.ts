import { join } from 'node:path';
import type { Report } from '@svc/local-stack';

export interface DemoRequest {
  natsUrl: string;
  keyringFile: string;
  password: string;
  report: Report;
}

interface DemoModule {
  seedDemo(request: DemoRequest): Promise<unknown>;
}

/** Fills an empty database with demo data. Its code is loaded only when it is wanted. */
export async function seedDemo(request: DemoRequest): Promise<void> {
  const file = join(import.meta.dirname, '../../demo/src/index.ts');
  const demo = (await import(file)) as DemoModule;
  await demo.seedDemo(request);
}
