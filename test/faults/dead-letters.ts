import { runAdmin } from '../support/admin-tool.ts';

interface DeadLetter {
  readonly consumer: string;
  readonly type: string;
  readonly reason: string;
}

/** The dead letters of an installation by consumer, type and reason, with the number of each. */
export async function deadLettersOf(world: Parameters<typeof runAdmin>[0]): Promise<readonly string[]> {
  const letters = JSON.parse(await runAdmin(world, 'dead-letter', 'list', '--json')) as DeadLetter[];
  const groups = Map.groupBy(letters, ({ consumer, type, reason }) => `${consumer}, ${type}: ${reason}`);
  return [...groups].map(([text, alike]) => `${alike.length} × ${text}`);
}
