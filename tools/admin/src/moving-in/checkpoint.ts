import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '@svc/service-kit';

const positionSchema = z.object({ offset: z.int(), last: z.array(z.int()).readonly() });
const checkpointSchema = z.object({
  source: z.string(),
  reported: z.int().min(0).default(0),
  passes: z.record(z.string(), z.union([positionSchema, z.literal('done')])),
});

export type PassState = z.infer<typeof checkpointSchema>['passes'][string];

/**
 * The progress of an import, in a file of the working directory. It only saves time: when the file is lost or behind, records are read and sent
 * again, and found unchanged.
 */
export class Checkpoint {
  readonly #file: string;
  readonly #state: z.infer<typeof checkpointSchema>;

  private constructor(file: string, state: z.infer<typeof checkpointSchema>) {
    this.#file = file;
    this.#state = state;
  }

  /** Opens the checkpoint of an interrupted import from the same source in this directory, else a new one. */
  static async open(directory: string, source: string): Promise<Checkpoint> {
    const file = join(directory, 'checkpoint.json');
    const text = await readFile(file, 'utf8').catch(() => '{}');
    const read = checkpointSchema.safeParse(parseJson(text));
    const isOfSource = read.success && read.data.source === source;
    return new Checkpoint(file, isOfSource ? read.data : { source, passes: {}, reported: 0 });
  }

  get isResumed(): boolean {
    return Object.keys(this.#state.passes).length > 0;
  }

  /** The length of the report of left-out items at this checkpoint, in bytes. */
  get reported(): number {
    return this.#state.reported;
  }

  of(pass: string): PassState | undefined {
    return this.#state.passes[pass];
  }

  async save(pass: string, state: PassState, reported: number): Promise<void> {
    this.#state.passes[pass] = state;
    this.#state.reported = reported;
    await writeFile(`${this.#file}.new`, JSON.stringify(this.#state));
    await rename(`${this.#file}.new`, this.#file);
  }

  /** Removes the file after a complete import; the next one reads everything again. */
  async remove(): Promise<void> {
    await rm(this.#file, { force: true });
  }
}
