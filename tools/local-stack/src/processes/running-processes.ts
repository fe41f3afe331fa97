import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { identify, isAlive, type ProcessId } from './process-id.ts';

/** A process that uses a data directory. */
interface RunningProcess extends ProcessId {
  readonly label: string;
}

const folderOf = (dataDir: string) => join(dataDir, 'processes');

/** The file that names the running process of a server or service, for the next start in the data directory. */
export function processFile(dataDir: string, name: string): string {
  const folder = folderOf(dataDir);
  mkdirSync(folder, { recursive: true });
  return join(folder, `${name}.json`);
}

/** Names a process in its file. Returns the function that removes it. */
export function noteProcess(file: string, { label, pid }: { label: string; pid: number }): () => void {
  writeFileSync(file, JSON.stringify({ label, ...identify(pid) } satisfies RunningProcess));
  return () => rmSync(file, { force: true });
}

/** The processes of an earlier instance that still use a data directory: neither it nor its guard could end them. */
export function runningProcesses(dataDir: string): readonly RunningProcess[] {
  const folder = folderOf(dataDir);
  const files = readdirSync(dataDir).includes('processes') ? readdirSync(folder) : [];
  return files
    .map((file) => readProcess(join(folder, file)))
    .filter((found) => found !== undefined)
    .filter(isAlive);
}

function readProcess(file: string): RunningProcess | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as RunningProcess;
  } catch {
    return undefined;
  }
}
