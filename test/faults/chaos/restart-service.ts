import type { InstanceName } from '@svc/contracts';
import type { World } from '../../support/world.ts';

/** Replaces all processes of a service in turn: each new one is ready before an old one ends. */
export async function restartService(
  { services, replace }: Pick<World, 'services' | 'replace'>,
  service: InstanceName,
): Promise<void> {
  for (const old of services.filter((each) => each.service === service)) await replace(old);
}
