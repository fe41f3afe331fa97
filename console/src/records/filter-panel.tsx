import { useState } from 'preact/hooks';
import { client } from '../api/client.ts';
import type { PostTypeSettings } from '../settings/settings.ts';
import { t } from '../text/t.ts';
import { conditionEditorOf, conditionText } from '../fields/conditions.tsx';
import { textIn } from '../ui/form-values.ts';
import { Notice } from '../ui/notice.tsx';
import { useAction } from '../ui/use-action.ts';
import { conditionsOf, groupsOf, withCondition, withGroup, type ListQuery } from './list-state.ts';
import { savedFiltersVersion } from './saved-filters.tsx';

interface FilterPanelProps {
  readonly postType: string;
  readonly settings: PostTypeSettings;
  readonly query: ListQuery;
  onChange(query: ListQuery): void;
  /** Called with the id of a filter that was saved. */
  onSaved(filter: string): void;
}

/** Conditions that records meet all together, and groups of which they meet one (docs/reference/list-query.md#trees). */
export function FilterPanel({ postType, settings, query, onChange, onSaved }: FilterPanelProps) {
  const [key, setKey] = useState('');
  /** The group that is edited; undefined for the conditions that all records meet. */
  const [index, setIndex] = useState<number>();
  const groups = groupsOf(query);
  const target = index === undefined ? query : (groups[index] ?? {});
  const changeTarget = (changed: ListQuery) =>
    onChange(index === undefined ? changed : withGroup(query, index, changed));
  const field = settings.fields[key];
  const Editor = field && conditionEditorOf(field.type);
  const fields = Object.entries(settings.fields)
    .filter(([, { type, hidden }]) => !hidden && conditionEditorOf(type))
    .sort(([, a], [, b]) => a.name.localeCompare(b.name));
  return (
    <section class="card filter" aria-label={t('Filter')}>
      <div class="chips">
        <Conditions settings={settings} query={query} onChange={onChange} />
        {'fields' in query && (
          <Chip
            text={t('Conditions of the saved filter')}
            onRemove={() => onChange(withCondition(query, 'fields', undefined))}
          />
        )}
      </div>
      {groups.map((group, each) => (
        <div key={each} class="chips" role="group" aria-label={t('Group {number}', { number: each + 1 })}>
          <strong>{each === 0 ? t('And one of:') : t('Or:')}</strong>
          <Conditions
            settings={settings}
            query={group}
            onChange={(changed) => onChange(withGroup(query, each, changed))}
          />
        </div>
      ))}
      <div class="row">
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
        <label class="field">
          <span class="label">{t('Add to')}</span>
          <select
            value={index ?? ''}
            onChange={({ currentTarget: { value } }) => setIndex(value === '' ? undefined : Number(value))}
          >
            <option value="">{t('All of these')}</option>
            {[...groups.keys(), groups.length].map((each) => (
              <option key={each} value={each}>
                {each === groups.length ? t('New group') : t('Group {number}', { number: each + 1 })}
              </option>
            ))}
          </select>
        </label>
      </div>
      {field && Editor && (
        <Editor
          key={`${index ?? ''} ${key}`}
          postType={postType}
          field={{ ...field, key }}
          operand={target[key]}
          onChange={(operand) => changeTarget(withCondition(target, key, operand))}
        />
      )}
      {Object.keys(query).length > 0 && <SaveFilter {...{ postType, query, onSaved }} />}
    </section>
  );
}

interface ConditionsProps {
  readonly settings: PostTypeSettings;
  readonly query: ListQuery;
  onChange(query: ListQuery): void;
}

function Conditions({ settings, query, onChange }: ConditionsProps) {
  return (
    <>
      {conditionsOf(query, settings).map(([each, operand]) => (
        <Chip
          key={each}
          text={conditionText(settings.fields[each], operand)}
          onRemove={() => onChange(withCondition(query, each, undefined))}
        />
      ))}
    </>
  );
}

function Chip({ text, onRemove }: { text: string; onRemove(): void }) {
  return (
    <span class="chip">
      {text}
      <button type="button" aria-label={t('Remove {name}', { name: text })} onClick={onRemove}>
        ✕
      </button>
    </span>
  );
}

/** Keeps the conditions as a filter of the user (docs/guides/saved-filters.md#saved-filters). */
function SaveFilter({ postType, query, onSaved }: Pick<FilterPanelProps, 'postType' | 'query' | 'onSaved'>) {
  const { problem, isBusy, run } = useAction();
  const save = (form: HTMLFormElement) =>
    void run(async () => {
      const filter = { ID: String(Date.now()), name: textIn(new FormData(form), 'name'), query };
      const json = { post_type: postType, filter };
      await client.request({ method: 'POST', path: 'svc/v1/users/save_filters', json, isWrite: true });
      form.reset();
      savedFiltersVersion.value += 1;
      onSaved(filter.ID);
    });
  return (
    <form
      class="row"
      onSubmit={(event) => {
        event.preventDefault();
        save(event.currentTarget);
      }}
    >
      {problem && <Notice kind="problem">{problem}</Notice>}
      <input
        name="name"
        aria-label={t('Name of the filter')}
        placeholder={t('Name of the filter')}
        required
        maxLength={200}
      />
      <button disabled={isBusy}>{t('Save this filter')}</button>
    </form>
  );
}
