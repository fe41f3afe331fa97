import { mkdir, open, readdir, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { join } from 'node:path';
import { AdminError } from '../admin-error.ts';
import { backupNames, type BackupPlace, type ByteSink, type ByteSource } from './backup-place.ts';

const partEnd = '.part';
/** A running backup writes more often than this, in milliseconds. */
const idleMs = 10_000;

/** Backups in a folder. While a backup is written its file is called `<name>.part`. */
export function folderPlace(folder: string): BackupPlace {
  const pathOf = (name: string) => join(folder, name);
  const partOf = (name: string) => `${pathOf(name)}${partEnd}`;
  const list = async () =>
    readdir(folder).catch((cause: unknown) => {
      throw new AdminError(`${folder} cannot be read (${codeOf(cause)}).`, { cause });
    });
  return {
    addressOf: pathOf,
    names: async () => ((await isFolder(folder)) ? backupNames(await list()) : []),
    has: (name) => isFile(pathOf(name)),
    read: (name) => openSource(pathOf(name)),
    async create(name) {
      await mkdir(folder, { recursive: true, mode: 0o700 }).catch(unwritable(folder));
      // Only its owner may read it.
      const file = await open(partOf(name), 'w', 0o600).catch(unwritable(partOf(name)));
      return fileSink(file, { part: partOf(name), path: pathOf(name) });
    },
    remove: (name) => rm(pathOf(name)),
    close() {},
    parts: {
      addressOf: partOf,
      async abandoned() {
        const files = (await isFolder(folder)) ? await list() : [];
        const parts = files.filter((file) => file.endsWith(partEnd));
        const names = backupNames(parts.map((file) => file.slice(0, -partEnd.length)));
        const changes = await Promise.all(names.map(async (name) => (await stat(partOf(name))).mtimeMs));
        return names.filter((_name, index) => Date.now() - (changes[index] ?? 0) > idleMs);
      },
      has: (name) => isFile(partOf(name)),
      read: (name) => openSource(partOf(name)),
      async append(name, position) {
        const file = await open(partOf(name), 'r+');
        await file.truncate(position);
        const appended = await open(partOf(name), 'a');
        await file.close();
        return fileSink(appended, { part: partOf(name), path: pathOf(name) });
      },
      remove: (name) => rm(partOf(name)),
    },
  };
}

/** Whether a path is that of a folder. */
export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  );
}

async function isFile(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  );
}

function unwritable(path: string) {
  return (cause: unknown): never => {
    throw new AdminError(`${path} cannot be written (${codeOf(cause)}).`, { cause });
  };
}

async function openSource(path: string): Promise<ByteSource> {
  const file = await open(path, 'r').catch((cause: unknown) => {
    throw new AdminError(`${path} cannot be read (${codeOf(cause)}).`, { cause });
  });
  const { size } = await file.stat();
  return {
    address: path,
    size,
    async read(position, length) {
      if (position + length > size) return undefined;
      const bytes = Buffer.alloc(length);
      for (let at = 0; at < length;) {
        const { bytesRead } = await file.read(bytes, at, length - at, position + at);
        if (bytesRead === 0) return undefined;
        at += bytesRead;
      }
      return bytes;
    },
    close: () => file.close(),
  };
}

function fileSink(file: FileHandle, { part, path }: { part: string; path: string }): ByteSink {
  let isOpen = true;
  const close = async () => {
    if (isOpen) await file.close();
    isOpen = false;
  };
  return {
    async write(bytes) {
      for (let at = 0; at < bytes.length;)
        at += (await file.write(bytes, at, bytes.length - at)).bytesWritten;
    },
    async complete() {
      await file.sync();
      await close();
      await rename(part, path);
    },
    close,
  };
}

function codeOf(cause: unknown): string {
  return String((cause as NodeJS.ErrnoException).code);
}
