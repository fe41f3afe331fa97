import { useLayoutEffect, useState } from 'preact/hooks';
import { editorOf } from '../fields/editors.tsx';
import { draftOfField, type EditorProps } from '../fields/editor-props.ts';
import { FieldValue } from '../fields/field-value.tsx';
import { textOf } from '../fields/values.ts';
import {
  isForKind,
  type KeyedField,
  type PostTypeSettings,
  type TileSettings,
} from '../settings/settings.ts';
import { t } from '../text/t.ts';
import type { RecordAnswer } from './record.ts';

interface TilesProps {
  readonly postType: string;
  readonly settings: PostTypeSettings;
  readonly record: RecordAnswer;
  /** Whether the user may change the record. */
  readonly mayUpdate: boolean;
  onWrite(key: string, value: unknown): Promise<boolean>;
  /** Called when the user begins or ends to edit a tile. */
  onEdit(isEditing: boolean): void;
  onReload(): void;
}

/** The fields of a record, in the tiles of its type. */
export function Tiles({ postType, settings, record, mayUpdate, onWrite, onEdit, onReload }: TilesProps) {
  const kind = (record['type'] as { readonly key?: string } | undefined)?.key;
  const fields = Object.entries(settings.fields)
    .map(([key, field]): KeyedField => ({ ...field, key }))
    .filter((field) => isShown(field) && isForKind(field, kind));
  const tiles = Object.entries(settings.tiles)
    .filter(([, tile]) => !tile.hidden && isForRecord(tile, record))
    .sort(([, a], [, b]) => (a.tile_priority ?? 100) - (b.tile_priority ?? 100));
  return (
    <div class="tiles">
      {tiles.map(([key, { label }]) => (
        <Tile
          key={key}
          {...{ postType, record, mayUpdate, onWrite, onEdit, onReload }}
          title={label}
          fields={fields.filter(({ tile }) => tile === key)}
        />
      ))}
    </div>
  );
}

/** Whether a field has a place in its tile. Places with points are hidden only for clients without an editor of points. */
function isShown({ type, hidden }: KeyedField): boolean {
  return !hidden || type === 'location_meta';
}

/** Whether a tile is for this record: some are only for records with certain values. */
function isForRecord({ display_for: conditions = {} }: TileSettings, record: RecordAnswer): boolean {
  return Object.entries(conditions).every(([key, values]) => {
    const { key: option } = (record[key] ?? {}) as { readonly key?: string };
    return option === undefined || values.includes(option);
  });
}

interface TileProps {
  readonly postType: string;
  readonly title: string;
  readonly fields: readonly KeyedField[];
  readonly record: RecordAnswer;
  readonly mayUpdate: boolean;
  onWrite(key: string, value: unknown): Promise<boolean>;
  onEdit(isEditing: boolean): void;
  onReload(): void;
}

function Tile({ postType, title, fields, record, mayUpdate, onWrite, onEdit, onReload }: TileProps) {
  // A tile with unsaved texts, from before a reload, is open.
  const hasDraft = (field: KeyedField) =>
    draftOfField({ postType, recordId: Number(record.ID), field })?.read() !== undefined;
  const [isEditing, setEditing] = useState(() => mayUpdate && fields.some(hasDraft));
  useLayoutEffect(() => {
    if (isEditing) onEdit(true);
  }, []);
  if (fields.length === 0) return null;
  const shown = isEditing ? fields : fields.filter((field) => textOf(field, record[field.key]) !== '');
  return (
    <section class="tile" aria-label={title}>
      <header>
        <h2>{title}</h2>
        {mayUpdate && (
          <button
            type="button"
            class="quiet"
            aria-expanded={isEditing}
            aria-label={isEditing ? t('Done: {name}', { name: title }) : t('Edit: {name}', { name: title })}
            onClick={() => {
              setEditing(!isEditing);
              onEdit(!isEditing);
            }}
          >
            {isEditing ? t('Done') : t('Edit')}
          </button>
        )}
      </header>
      <dl>
        {shown.map((field) => (
          <div key={field.key}>
            <dt>{field.name}</dt>
            <dd>
              <FieldOf
                {...{ postType, field, isEditing, onReload }}
                recordId={Number(record.ID)}
                value={record[field.key]}
                onWrite={(value) => onWrite(field.key, value)}
              />
            </dd>
          </div>
        ))}
      </dl>
      {shown.length === 0 && <p class="muted">{t('Nothing filled in.')}</p>}
    </section>
  );
}

interface FieldOfProps extends EditorProps {
  readonly isEditing: boolean;
}

function FieldOf({ isEditing, ...props }: FieldOfProps) {
  const Editor = isEditing ? editorOf(props.field.type) : undefined;
  return Editor ? <Editor {...props} /> : <FieldValue {...props} />;
}
