import type { Model } from 'mongoose';

/** The highest id in a collection; 0 for an empty one. */
export async function highestId<State>(model: Model<State>): Promise<number> {
  const last = await model.findOne({}, { _id: 1 }).sort({ _id: -1 }).lean<{ _id: number }>();
  return last?._id ?? 0;
}
