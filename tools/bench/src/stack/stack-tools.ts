import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openBacklog } from './backlog.ts';
import { openInstallation } from './open-installation.ts';

/** The functions with which a checkout of this repository starts its services and watches their work. */
export interface StackTools {
  openInstallation: typeof openInstallation;
  openBacklog: typeof openBacklog;
}

export const ownTools: StackTools = { openInstallation, openBacklog };

/** The same functions of another checkout, so that its services run with its own launcher, settings and packages. */
export async function toolsOf(checkout: string): Promise<StackTools> {
  const load = (file: string): Promise<unknown> => import(pathToFileURL(join(checkout, folder, file)).href);
  const parts = await Promise.all([load('open-installation.ts'), load('backlog.ts')]);
  return Object.assign({}, ...parts) as StackTools;
}

const folder = 'tools/bench/src/stack';
