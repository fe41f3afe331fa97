import { Schema, type Connection, type Model } from 'mongoose';

/** Settings of the installation that administrators change while it runs; one document for each kind. */
export interface ModuleSettings {
  readonly _id: 'modules';
  /** Keys of the modules that are off. */
  readonly off: readonly string[];
}

const schema = new Schema<ModuleSettings>(
  { _id: { type: String, required: true }, off: { type: [String], required: true } },
  { versionKey: false, collection: 'site_settings' },
);

/** Which modules are off: one document. */
export function moduleSettingsModel(connection: Connection): Model<ModuleSettings> {
  return connection.model<ModuleSettings>('ModuleSettings', schema);
}
