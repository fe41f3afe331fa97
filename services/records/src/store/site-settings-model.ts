import { Schema, type Connection, type Model } from 'mongoose';

/** Settings of the installation that administrators change while it runs; one document for each kind. */
export interface ModuleSettings {
  readonly _id: 'modules';
  /** Keys of the modules that are off. */
  readonly off: readonly string[];
}

/** The part of the world that the installation works in. */
export interface MappingFocusSettings {
  readonly _id: 'mapping_focus';
  /** Rows of the location grid; none is the whole world. */
  readonly gridIds: readonly number[];
}

/** Which fields make duplicates, where it is not what the post types declare. */
export interface DuplicateFieldsSettings {
  readonly _id: 'duplicate_fields';
  /** Post type → keys of fields. */
  readonly fields: Readonly<Record<string, readonly string[]>>;
}

/**
 * In which form records have what is derived: of each post type what lists find them by (`derived/derived-form.ts`).
 */
export interface DerivedForms {
  readonly _id: 'derived';
  /** Post type → fingerprint. */
  readonly forms: Readonly<Record<string, string>>;
}

const collection = 'site_settings';

const moduleSettings = new Schema<ModuleSettings>(
  { _id: { type: String, required: true }, off: { type: [String], required: true } },
  { versionKey: false, collection },
);

const mappingFocusSettings = new Schema<MappingFocusSettings>(
  { _id: { type: String, required: true }, gridIds: { type: [Number], required: true } },
  { versionKey: false, collection },
);

const duplicateFieldsSettings = new Schema<DuplicateFieldsSettings>(
  { _id: { type: String, required: true }, fields: { type: Schema.Types.Mixed, required: true } },
  { versionKey: false, collection },
);

const derivedForms = new Schema<DerivedForms>(
  { _id: { type: String, required: true }, forms: { type: Schema.Types.Mixed, required: true } },
  { versionKey: false, collection },
);

/** Which modules are off: one document. */
export function moduleSettingsModel(connection: Connection): Model<ModuleSettings> {
  return connection.model<ModuleSettings>('ModuleSettings', moduleSettings);
}

/** The mapping focus: one document. */
export function mappingFocusModel(connection: Connection): Model<MappingFocusSettings> {
  return connection.model<MappingFocusSettings>('MappingFocusSettings', mappingFocusSettings);
}

/** Which fields make duplicates: one document. */
export function duplicateFieldsModel(connection: Connection): Model<DuplicateFieldsSettings> {
  return connection.model<DuplicateFieldsSettings>('DuplicateFieldsSettings', duplicateFieldsSettings);
}

/** What is derived is made in which form: one document. */
export function derivedFormsModel(connection: Connection): Model<DerivedForms> {
  return connection.model<DerivedForms>('DerivedForms', derivedForms);
}
