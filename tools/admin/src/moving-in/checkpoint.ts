import { readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { parseJson } from '@svc/service-kit';

const positionSchema = z.object({ offset: z.int(), last: z.array(z.int()).readonly() });
const checkpointSchema = z.object({
  source: z.string(),
  reported: z.int().min(0).default(0),
  listed: z.int().min(0).default(0),
  passes: z.record(z.string(), z.union([positionSchema, z.literal('done')])),
});

type State = z.infer<typeof checkpointSchema>;
export type PassState = State['passes'][string];

/**
 * The progress of an import, in a file of the working directory. It only saves time: when the file is lost or behind, records are read and sent
 * again, and found unchanged.
 */
export type Checkpoint = Awaited<ReturnType<typeof openCheckpoint>>;

/** Opens the checkpoint of an interrupted import from the same source in this directory, else a new one. */
export async function openCheckpoint(directory: string, source: string) {
  const file = join(directory, 'checkpoint.json');
  const text = await readFile(file, 'utf8').catch(() => '{}');
  const read = checkpointSchema.safeParse(parseJson(text));
  const isOfSource = read.success && read.data.source === source;
  const state: State = isOfSource ? read.data : { source, passes: {}, reported: 0, listed: 0 };
  return {
    isResumed: Object.keys(state.passes).length > 0,
    /** The length of the report of left-out items when the import was interrupted, in bytes. */
    reported: state.reported,
    /** The length of the list of ids when the import was interrupted, in bytes. */
    listed: state.listed,
    of: (pass: string): PassState | undefined => state.passes[pass],
    save: async (pass: string, passed: PassState, lengths: { reported: number; listed: number }) => {
      state.passes[pass] = passed;
      Object.assign(state, lengths);
      await writeFile(`${file}.new`, JSON.stringify(state));
      await rename(`${file}.new`, file);
    },
    /** Removes the file after a complete import; the next one reads everything again. */
    remove: () => rm(file, { force: true }),
  };
}
