import { useState } from 'preact/hooks';
import { editorOf } from '../fields/editors.tsx';
import { FieldValue } from '../fields/field-value.tsx';
import { textOf } from '../fields/values.ts';
import { isForKind, type PostTypeSettings, type TileSettings } from '../settings/settings.ts';
import { t } from '../text/t.ts';
import type { KeyedField, RecordAnswer } from './record.ts';

interface TilesProps {
  readonly postType: string;
  readonly settings: PostTypeSettings;
  readonly record: RecordAnswer;
  onWrite(key: string, value: unknown): void;
}

/** The fields of a record, in the tiles of its type. */
export function Tiles({ postType, settings, record, onWrite }: TilesProps) {
  const kind = (record['type'] as { readonly key?: string } | undefined)?.key;
  const fields = Object.entries(settings.fields)
    .map(([key, field]): KeyedField => ({ ...field, key }))
    .filter((field) => !field.hidden && isForKind(field, kind));
  const tiles = Object.entries(settings.tiles)
    .filter(([, tile]) => !tile.hidden && isForRecord(tile, record))
    .sort(([, a], [, b]) => (a.tile_priority ?? 100) - (b.tile_priority ?? 100));
  return (
    <div class="tiles">
      {tiles.map(([key, { label }]) => (
        <Tile
          key={key}
          {...{ postType, record, onWrite }}
          title={label}
          fields={fields.filter(({ tile }) => tile === key)}
        />
      ))}
    </div>
  );
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
  onWrite(key: string, value: unknown): void;
}

function Tile({ postType, title, fields, record, onWrite }: TileProps) {
  const [isEditing, setEditing] = useState(false);
  if (fields.length === 0) return null;
  const shown = isEditing ? fields : fields.filter((field) => textOf(field, record[field.key]) !== '');
  return (
    <section class="tile" aria-label={title}>
      <header>
        <h2>{title}</h2>
        <button
          type="button"
          class="quiet"
          aria-expanded={isEditing}
          aria-label={
            isEditing ? t('Stop editing: {name}', { name: title }) : t('Edit: {name}', { name: title })
          }
          onClick={() => setEditing(!isEditing)}
        >
          {isEditing ? t('Done') : t('Edit')}
        </button>
      </header>
      <dl>
        {shown.map((field) => (
          <div key={field.key}>
            <dt>{field.name}</dt>
            <dd>
              <FieldOf
                {...{ postType, field, isEditing }}
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

interface FieldOfProps {
  readonly postType: string;
  readonly field: KeyedField;
  readonly value: unknown;
  readonly isEditing: boolean;
  onWrite(value: unknown): void;
}

function FieldOf({ postType, field, value, isEditing, onWrite }: FieldOfProps) {
  const Editor = isEditing ? editorOf(field.type) : undefined;
  if (!Editor) return <FieldValue field={field} value={value} />;
  return <Editor {...{ postType, field, value, onWrite }} />;
}
