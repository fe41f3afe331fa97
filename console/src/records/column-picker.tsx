import { useState } from 'preact/hooks';
import type { PostTypeSettings } from '../settings/settings.ts';
import { t } from '../text/t.ts';

interface ColumnPickerProps {
  readonly settings: PostTypeSettings;
  readonly columns: readonly string[];
  onChange(columns: readonly string[]): void;
}

/** Types of fields that a cell cannot show. */
const hiddenTypes = ['array', 'task', 'post_user_meta', 'hash'];

/** Chooses the columns of a list. The name is always the first. */
export function ColumnPicker(props: ColumnPickerProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <details class="picker" onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary>{t('Columns')}</summary>
      {isOpen && <Columns {...props} />}
    </details>
  );
}

function Columns({ settings, columns, onChange }: ColumnPickerProps) {
  const fields = Object.entries(settings.fields)
    .filter(([key, { hidden, type }]) => key !== 'name' && !hidden && !hiddenTypes.includes(type))
    .sort(([, a], [, b]) => a.name.localeCompare(b.name));
  return (
    <div class="options">
      {fields.map(([key, { name }]) => (
        <label key={key}>
          <input
            type="checkbox"
            checked={columns.includes(key)}
            onChange={(event) =>
              onChange(
                event.currentTarget.checked ? [...columns, key] : columns.filter((each) => each !== key),
              )
            }
          />
          {name}
        </label>
      ))}
    </div>
  );
}
