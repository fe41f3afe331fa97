import { useState } from 'preact/hooks';
import type { PostTypeSettings } from '../settings/settings.ts';
import { t } from '../text/t.ts';
import { conditionEditorOf, conditionText } from '../fields/conditions.tsx';
import { conditionsOf, withCondition, type ListQuery } from './list-state.ts';

interface FilterPanelProps {
  readonly postType: string;
  readonly settings: PostTypeSettings;
  readonly query: ListQuery;
  onChange(query: ListQuery): void;
}

/** The conditions of a list, one for each field, which records meet all together. */
export function FilterPanel({ postType, settings, query, onChange }: FilterPanelProps) {
  const [key, setKey] = useState('');
  const field = settings.fields[key];
  const Editor = field && conditionEditorOf(field.type);
  const fields = Object.entries(settings.fields)
    .filter(([, { type, hidden }]) => !hidden && conditionEditorOf(type))
    .sort(([, a], [, b]) => a.name.localeCompare(b.name));
  return (
    <section class="card filter" aria-label={t('Filter')}>
      <div class="chips">
        {conditionsOf(query, settings).map(([each, operand]) => {
          const text = conditionText(settings.fields[each], operand);
          return (
            <span class="chip" key={each}>
              {text}
              <button
                type="button"
                aria-label={t('Remove {name}', { name: text })}
                onClick={() => onChange(withCondition(query, each, undefined))}
              >
                ✕
              </button>
            </span>
          );
        })}
        {'fields' in query && (
          <span class="chip">
            {t('Conditions of the saved filter')}
            <button
              type="button"
              aria-label={t('Remove {name}', { name: t('Conditions of the saved filter') })}
              onClick={() => onChange(withCondition(query, 'fields', undefined))}
            >
              ✕
            </button>
          </span>
        )}
      </div>
      <label class="field">
        <span class="label">{t('Field')}</span>
        <select value={key} onChange={(event) => setKey(event.currentTarget.value)}>
          <option value="">{t('Choose a field')}</option>
          {fields.map(([each, { name }]) => (
            <option key={each} value={each}>
              {name}
            </option>
          ))}
        </select>
      </label>
      {field && Editor && (
        <Editor
          key={key}
          postType={postType}
          field={{ ...field, key }}
          operand={query[key]}
          onChange={(operand) => onChange(withCondition(query, key, operand))}
        />
      )}
    </section>
  );
}
