import { execFileSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs';
import { join } from 'node:path';

const chunk = Buffer.alloc(1024 * 1024, 1);

/** A small file system of its own (tmpfs) under a folder, which can be filled. */
export class SmallDisk {
  readonly #folder: string;

  private constructor(folder: string) {
    this.#folder = folder;
  }

  /** Undefined where the user must not mount file systems, which takes root. */
  static mount(folder: string, megabytes: number): SmallDisk | undefined {
    mkdirSync(folder, { recursive: true });
    try {
      execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m,mode=700`, 'chaos', folder], {
        stdio: 'pipe',
      });
    } catch {
      return undefined;
    }
    return new SmallDisk(folder);
  }

  /** Writes until no byte is free. Returns the megabytes that were. */
  fill(): number {
    const file = openSync(this.#ballast, 'w');
    let bytes = 0;
    try {
      for (let size = chunk.length; size >= 1;)
        try {
          bytes += writeSync(file, chunk, 0, size);
        } catch (error) {
          if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
          size = size === 1 ? 0 : Math.ceil(size / 16);
        }
    } finally {
      closeSync(file);
    }
    return Math.round(bytes / chunk.length);
  }

  empty(): void {
    rmSync(this.#ballast, { force: true });
  }

  unmount(): void {
    execFileSync('umount', ['--lazy', this.#folder], { stdio: 'pipe' });
  }

  get #ballast(): string {
    return join(this.#folder, 'ballast');
  }
}
