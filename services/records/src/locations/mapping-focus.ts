import type { Model } from 'mongoose';
import type { Call } from '@svc/service-kit';
import type { LoadedGrid } from '../grid/loaded-grid.ts';
import { readWithDeadline } from '../store/read-with-deadline.ts';
import type { MappingFocusSettings } from '../store/site-settings-model.ts';

/** Milliseconds for which what was read is taken for what is set. */
const readEvery = 1_000;

/** The part of the world that the installation works in, whichever instance has set it. */
export class MappingFocus {
  readonly #settings: Model<MappingFocusSettings>;
  #read: { readonly at: number; readonly gridIds: readonly number[] } | undefined;

  constructor(settings: Model<MappingFocusSettings>) {
    this.#settings = settings;
  }

  /** The ids of the chosen places as they were set a second ago at most; none is the whole world. */
  async gridIds(deadline: Call['deadline']): Promise<readonly number[]> {
    const at = performance.now();
    if (this.#read && at - this.#read.at < readEvery) return this.#read.gridIds;
    const gridIds = await this.stored(deadline);
    this.#read = { at, gridIds };
    return gridIds;
  }

  /** The ids of the chosen places as they are set now. */
  async stored(deadline: Call['deadline']): Promise<readonly number[]> {
    const stored = await readWithDeadline(deadline, (maxTimeMS) =>
      this.#settings.findById('mapping_focus').maxTimeMS(maxTimeMS).lean(),
    );
    return stored?.gridIds ?? [];
  }

  async set(gridIds: readonly number[], deadline: Call['deadline']): Promise<void> {
    await readWithDeadline(deadline, (maxTimeMS) =>
      this.#settings.updateOne({ _id: 'mapping_focus' }, { $set: { gridIds } }, { upsert: true, maxTimeMS }),
    );
    this.#read = undefined;
  }
}

/** Which places lie in some chosen ones, or are one of them; all where the world is chosen, or nothing. */
export function focusedOn(grid: LoadedGrid, chosen: readonly number[]): (gridId: number) => boolean {
  const rows = chosen.map((gridId) => grid.row(gridId)).filter((row) => row !== undefined);
  if (chosen.length === 0 || rows.some(({ level }) => level < 0)) return () => true;
  const ids = new Set(chosen);
  return (gridId) => grid.lineageOf(gridId).some((row) => ids.has(row.gridId));
}
