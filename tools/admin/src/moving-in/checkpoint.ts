import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';

const positionSchema = z.object({ offset: z.int(), last: z.array(z.int()).readonly() });
const checkpointSchema = z.object({
  source: z.string(),
  walks: z.record(z.string(), z.union([positionSchema, z.literal('done')])),
});

/** Where the walk with a name is, or that it is over. */
export type WalkState = z.infer<typeof checkpointSchema>['walks'][string];

/**
 * How far an import is, in a file of the working directory. It saves reading again what is here already, and nothing depends on it: where it is
 * lost or behind, what is sent again is found unchanged.
 */
export class Checkpoint {
  readonly #file: string;
  readonly #source: string;
  readonly #walks: Record<string, WalkState>;

  private constructor(file: string, source: string, walks: Record<string, WalkState>) {
    this.#file = file;
    this.#source = source;
    this.#walks = walks;
  }

  /** That of an import from this source which was cut off in this directory, else a new one. */
  static async open(directory: string, source: string): Promise<Checkpoint> {
    const file = join(directory, 'checkpoint.json');
    const text = await readFile(file, 'utf8').catch(() => '{}');
    const read = checkpointSchema.safeParse(parsed(text));
    return new Checkpoint(file, source, read.success && read.data.source === source ? read.data.walks : {});
  }

  /** Whether an import was cut off here. */
  get isResumed(): boolean {
    return Object.keys(this.#walks).length > 0;
  }

  of(walk: string): WalkState | undefined {
    return this.#walks[walk];
  }

  /** Whole or not at all, also where the process ends meanwhile. */
  async save(walk: string, state: WalkState): Promise<void> {
    this.#walks[walk] = state;
    await writeFile(`${this.#file}.new`, JSON.stringify({ source: this.#source, walks: this.#walks }));
    await rename(`${this.#file}.new`, this.#file);
  }

  /** The import is over: the next one reads everything again. */
  async remove(): Promise<void> {
    await rm(this.#file, { force: true });
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
