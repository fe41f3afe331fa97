import { isBuiltInId } from '@svc/location-grid';
import type { GridState } from '../store/location-model.ts';

/** The world is in every grid. */
const worldId = 1;

/** Whether a row is offered: one grid at a time, the built-in one until another has taken its place. */
export function isOffered(gridId: number, builtIn: GridState['builtIn']): boolean {
  if (gridId === worldId) return true;
  if (builtIn === 'giving way') return isBuiltInId(gridId);
  return builtIn !== 'replaced' || !isBuiltInId(gridId);
}
