import { Schema, type Connection, type Model } from 'mongoose';

/** How often the site links have changed: by it an instance knows whether its table of bearers still holds. */
export interface LinksRevision {
  readonly _id: string;
  readonly revision: number;
}

/** There is one for all links. */
export const linksRevisionId = 'site links';

const schema = new Schema<LinksRevision>(
  { _id: { type: String, required: true }, revision: { type: Number, required: true } },
  { versionKey: false, collection: 'site_links_revision' },
);

/** The collection of the one revision. */
export function linksRevisionModel(connection: Connection): Model<LinksRevision> {
  return connection.model<LinksRevision>('LinksRevision', schema);
}
